import { statSync } from 'node:fs'
import { win32 } from 'node:path'

/** How a command is passed to `spawn`. */
export interface Invocation {
  readonly file: string
  readonly args: readonly string[]
  readonly windowsVerbatimArguments?: true
}

export interface CommandPlace {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly isFile: (path: string) => boolean
}

/** Why a command is not started, and the exit code by which shells say so. */
export interface Unstartable {
  readonly exitCode: 126 | 127
  readonly trouble: string
}

/**
 * Windows starts only .exe files by themselves. There, the program is looked up by PATH and PATHEXT
 * as its shells do, and cmd.exe runs what is not an .exe file, such as npm.cmd.
 */
export function invocation(
  [program = '', ...args]: readonly string[],
  { platform, env, isFile }: CommandPlace,
): Invocation | Unstartable {
  // Node would throw its own error for an empty program name.
  if (program === '') return notFound(program)
  if (platform !== 'win32') return { file: program, args }
  const shell = variable(env, 'ComSpec') ?? 'cmd.exe'
  const typed = typedLine([program, ...args])
  if (typed !== undefined) return verbatim(shell, ['/d', '/s', '/c', `"${typed}"`])
  const file = candidates(program, env).find(isFile)
  if (file === undefined) return notFound(program)
  if (isProgram(file) || !extensionsIn(env).includes(extensionOf(file))) return { file, args }
  const line = batchArguments(file, args)
  if (line === undefined) return notRunnable(program, LINE_BREAK)
  return verbatim(shell, line)
}

function verbatim(file: string, args: readonly string[]): Invocation {
  return { file, args, windowsVerbatimArguments: true }
}

/** The line of `cmd.exe /d /s /c <line>`, which cmd.exe reads as it would be typed. */
function typedLine([program, ...words]: readonly string[]): string | undefined {
  const isShell = program === 'cmd.exe' && words.slice(0, -1).join(' ') === '/d /s /c'
  return isShell ? words.at(-1) : undefined
}

const LINE_BREAK =
  'it is a batch file, which takes no argument with a line break; name the program that it runs'

function notFound(program: string): Unstartable {
  return { exitCode: 127, trouble: `Command not found: '${program}'; check its name and PATH` }
}

/** What `spawn` made of a command. */
export function unstartable(program: string, cause: NodeJS.ErrnoException): Unstartable {
  if (cause.code === 'ENOENT') return notFound(program)
  return notRunnable(program, reasons[cause.code ?? ''] ?? cause.message)
}

const foreign = 'Windows starts no such files; name the program that runs it'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it is not executable; run chmod +x on it, or name the program that runs it',
  EFTYPE: foreign,
  UNKNOWN: foreign,
}

function notRunnable(program: string, reason: string): Unstartable {
  return { exitCode: 126, trouble: `'${program}' cannot be run: ${reason}` }
}

/** This machine, for a command with this environment. */
export function hereWith(env: NodeJS.ProcessEnv): CommandPlace {
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  return { platform: process.platform, env, isFile }
}

/** The current folder is not searched, unlike in cmd.exe: a project must not replace programs. */
function candidates(program: string, env: NodeJS.ProcessEnv): string[] {
  const isPath = /[\\/:]/.test(program)
  const bases = isPath
    ? [win32.normalize(program)]
    : foldersIn(env).map((folder) => win32.join(folder, program))
  const extensions = extensionsIn(env)
  // A name without a known ending may be a script for other systems, as `npm` beside `npm.cmd` is.
  const own = extensionOf(program) === '' ? [] : ['']
  return bases.flatMap((base) => [...own, ...extensions].map((extension) => base + extension))
}

function foldersIn(env: NodeJS.ProcessEnv): string[] {
  const folders = (variable(env, 'PATH') ?? '').match(/(?:"[^"]*"|[^;"])+/g) ?? []
  return folders.map((folder) => folder.replaceAll('"', '')).filter((folder) => folder !== '')
}

function extensionsIn(env: NodeJS.ProcessEnv): string[] {
  const listed = variable(env, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD'
  return listed
    .toLowerCase()
    .split(';')
    .filter((extension) => extension.startsWith('.'))
}

function extensionOf(file: string): string {
  return win32.extname(file).toLowerCase()
}

function isProgram(file: string): boolean {
  return ['.exe', '.com'].includes(extensionOf(file))
}

/** The names of variables have no case on Windows, but a copy of the environment has. */
function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const found = Object.keys(env).find((key) => key.toLowerCase() === name.toLowerCase())
  return found === undefined ? undefined : env[found]
}

/*
 * The command line that makes cmd.exe run a batch file with exactly these arguments. cmd.exe reads
 * the line, and the batch file's `%*` makes it read the arguments again, so nothing may stand
 * outside quotes in either reading. The same way is taken by Rust's standard library.
 */

/** Characters that mean nothing to cmd.exe outside quotes. */
const PLAIN = /^[\w#$*+\-./:?@\\\u00a0-\uffff]+$/

/** An expansion to nothing: after it, `%` cannot begin the name of a variable. */
const PERCENT = '%%cd:~,%'

/**
 * The arguments for cmd.exe, to be passed verbatim; undefined if one of them cannot be passed.
 * @internal Exported for tests.
 */
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
