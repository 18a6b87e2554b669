/// A mistake of the caller or of the machine. Its message is one line with the rule that was broken,
/// the value that was got, and the remedy.
export class Fault extends Error {
  constructor(rule, got, remedy) {
    super(`${rule}; got ${got}; ${remedy}`);
  }
}

/// Runs the main function of a script. A Fault becomes one line on stderr and exit status 2, as an
/// Error does in stiffbench.
export async function run(main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.error(`stiffbench: ${error.message}`);
    process.exitCode = 2;
  }
}
