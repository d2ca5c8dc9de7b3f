import type { ChildProcess, SpawnOptions } from 'node:child_process'
import crossSpawn from 'cross-spawn'
import resolveCommand from 'cross-spawn/lib/util/resolveCommand.js'
import { commandLine } from '../../base/text/copied-request.ts'

const SHELL_ON_WINDOWS = ['cmd.exe', '/d', '/s', '/c']

const isWindows = process.platform === 'win32'

/**
 * Starts a command as a shell finds it. Windows starts only .exe files by itself; cross-spawn finds
 * the others, such as npm.cmd.
 */
export function spawnCommand(words: readonly string[], options: SpawnOptions): ChildProcess {
  const started = isWindows ? throughCmd(words, options) : words
  const [program = '', ...args] = started
  const windowsVerbatimArguments = started.slice(0, -1).join() === SHELL_ON_WINDOWS.join()
  // Node throws for an empty name; a blank one is not found.
  return crossSpawn(program || ' ', args, { ...options, windowsVerbatimArguments })
}

/** A batch file is run by cmd.exe, and passes its arguments to a second reading by it. */
function throughCmd(words: readonly string[], options: SpawnOptions): readonly string[] {
  const [command = '', ...args] = words
  const file = resolveCommand({ command, options }) ?? ''
  // Found by a name alone, a batch file in quotes does not know its folder.
  return /\.(?:cmd|bat)$/i.test(file) ? shellWords([file, ...args].map(cmdWord).join(' ')) : words
}

/** Why a command did not start, and the exit code by which shells report it. */
export function startFailure(
  program: string,
  { code, message }: NodeJS.ErrnoException,
): { readonly exitCode: number; readonly failure: string } {
  if (code === 'ENOENT') {
    return { exitCode: 127, failure: `Command not found: '${program}'; check its name and PATH` }
  }
  const reason =
    code === 'EACCES'
      ? 'it is not executable; run chmod +x on it, or pass the program that runs it'
      : message
  return { exitCode: 126, failure: `'${program}' cannot be run: ${reason}` }
}

/** The words that have a shell run a command line. */
export function shellWords(line: string): readonly string[] {
  return isWindows ? [...SHELL_ON_WINDOWS, `"${line}"`] : ['/bin/sh', '-c', line]
}

/** A word of a command line for the shell. */
export function shellWord(word: string): string {
  return isWindows ? cmdWord(word) : commandLine([word])
}

/**
 * A word that cmd.exe passes on unchanged, even through a batch file, to a program that splits its
 * command line as Microsoft's C runtime does. A doubled quote never leaves the quotes. `%` is followed
 * by an expansion to nothing, so that it begins no name of a variable. No quotes keep a line break.
 * @internal Exported for tests.
 */
export function cmdWord(word: string): string {
  const doubled = word.replaceAll(/(\\*)"/g, '$1$1""').replace(/\\+$/, '$&$&')
  return `"${doubled.replaceAll('%', '%%cd:~,%').replaceAll(/\p{Cc}/gu, ' ')}"`
}
