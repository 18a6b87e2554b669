/// A mistake of the caller or a failure of the machine. Its message is one line with the violated rule, the
/// value found, and the remedy.
export class Fault extends Error {
  constructor(rule, got, remedy) {
    super(`${rule}; got ${got}; ${remedy}`);
  }
}

/// Returns the system's description of an error, without the code and the call that Node adds: "read-only
/// file system".
export function words(error) {
  return error.message.replace(/^[A-Z0-9]+: /, '').replace(/, [a-z]+( '.*)?$/, '');
}

/// Converts an error of the system, such as a disk that is not writable, to a Fault; returns others
/// unchanged.
function asFault(error) {
  if (error instanceof Fault || !error.syscall) return error;
  return new Fault('files of results can be read and written', `${words(error)}${error.path ? ` for ${error.path}` : ''}`,
                   'choose another place, or ask who may change it');
}

/// Wraps the text to the width of a terminal; leaves it as one line otherwise.
function wrapped(text) {
  const {isTTY, columns} = process.stderr;
  if (!isTTY || !columns) return text;
  const lines = [''];
  for (const word of text.split(' '))
    if (lines.at(-1).length + 1 + word.length <= columns) lines.push(`${lines.pop()} ${word}`.trimStart());
    else lines.push(word);
  return lines.join('\n');
}

/// Runs the main function of a script. A Fault is printed as one line on stderr and gives exit status 2, like
/// an Error in stiffbench.
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
