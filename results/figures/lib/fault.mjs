/// A mistake of the caller or of the machine. Its message is one line with the rule that was broken,
/// the value that was got, and the remedy.
export class Fault extends Error {
  constructor(rule, got, remedy) {
    super(`${rule}; got ${got}; ${remedy}`);
  }
}

/// What the system says of an error, without the code and the call that Node puts around it:
/// "read-only file system".
export function words(error) {
  return error.message.replace(/^[A-Z0-9]+: /, '').replace(/, [a-z]+( '.*)?$/, '');
}

/// An error of the system, as a disk that cannot be written, as a Fault; others as they are.
function asFault(error) {
  if (error instanceof Fault || !error.syscall) return error;
  return new Fault('files of results can be read and written', `${words(error)}${error.path ? ` for ${error.path}` : ''}`,
                   'choose another place, or ask who may change it');
}

/// The text in lines that fit a terminal; one line for anything else.
function wrapped(text) {
  const {isTTY, columns} = process.stderr;
  if (!isTTY || !columns) return text;
  const lines = [''];
  for (const word of text.split(' '))
    if (lines.at(-1).length + 1 + word.length <= columns) lines.push(`${lines.pop()} ${word}`.trimStart());
    else lines.push(word);
  return lines.join('\n');
}

/// Runs the main function of a script. A Fault becomes one line on stderr and exit status 2, as an
/// Error does in stiffbench.
export async function run(main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const fault = asFault(error);
    if (!(fault instanceof Fault)) throw error;
    console.error(wrapped(`stiffbench: ${fault.message}`));
    process.exitCode = 2;
  }
}
