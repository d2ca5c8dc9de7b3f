/*
 * The command line that makes cmd.exe run a batch file with exactly these arguments. cmd.exe reads
 * the line, and the batch file's `%*` makes it read the arguments again, so nothing may stand
 * outside quotes in either reading. The same way is taken by Rust's standard library.
 */

/** Characters that mean nothing to cmd.exe outside quotes. */
const PLAIN = /^[\w#$*+\-./:?@\\\u00a0-\uffff]+$/

/** An expansion to nothing: after it, `%` cannot begin the name of a variable. */
const PERCENT = '%%cd:~,%'

/** The arguments for cmd.exe, to be passed verbatim; undefined if one of them cannot be passed. */
export function batchArguments(file: string, args: readonly string[]): string[] | undefined {
  // A line break would end the command, even in quotes.
  if ([file, ...args].some((text) => /[\r\n\0]/.test(text))) return undefined
  const line = [`"${file.replaceAll('%', PERCENT)}"`, ...args.map(batchWord)].join(' ')
  // Extensions on, for PERCENT; no expansion of `!`; no AutoRun; the outer quotes are taken off.
  return ['/e:on', '/v:off', '/d', '/s', '/c', `"${line}"`]
}

/** A word of a line for cmd.exe, also as the argument of a batch file. */
export function batchWord(arg: string): string {
  // A batch file may put an argument into quotes itself, which a last backslash would escape.
  if (PLAIN.test(arg) && !arg.endsWith('\\')) return arg
  const inner = arg
    // Programs take 2n backslashes before a quote for n.
    .replaceAll(/(\\*)"/g, '$1$1""')
    .replace(/\\+$/, '$&$&')
    .replaceAll('%', PERCENT)
  return `"${inner}"`
}
