import type { ChildProcess, SpawnOptions } from 'node:child_process'
import crossSpawn from 'cross-spawn'
import { commandLine } from '../../base/text/copied-request.ts'

const SHELL_ON_WINDOWS = ['cmd.exe', '/d', '/s', '/c']

/**
 * Starts a command as a shell finds it. Windows starts only .exe files by itself, so cross-spawn
 * has cmd.exe run others, such as npm.cmd.
 */
export function spawnCommand(words: readonly string[], options: SpawnOptions): ChildProcess {
  const [program = '', ...args] = words
  const windowsVerbatimArguments = words.slice(0, -1).join() === SHELL_ON_WINDOWS.join()
  // Node throws for an empty name; a blank one is not found.
  return crossSpawn(program || ' ', args, { ...options, windowsVerbatimArguments })
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
  return process.platform === 'win32' ? [...SHELL_ON_WINDOWS, `"${line}"`] : ['/bin/sh', '-c', line]
}

/** A word of a command line for the shell. */
export function shellWord(word: string): string {
  return process.platform === 'win32' ? `"${word.replaceAll('"', '""')}"` : commandLine([word])
}
