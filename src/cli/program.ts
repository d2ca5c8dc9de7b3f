import type { Command } from 'commander'
import { didYouMean } from '../document/nearest-word.ts'
import { DEFAULT_URL } from '../domain/default-url.ts'
import { redactAddress } from '../domain/redaction/redacted.ts'
import { commandLine } from '../insight/copied-request.ts'
import { version } from '../runtime/version.ts'
import { actCommands } from './catalogue/act-commands.ts'
import { dataCommands } from './catalogue/data-commands.ts'
import { lookCommands } from './catalogue/look-commands.ts'
import { runCommands } from './catalogue/run-commands.ts'
import { misuse } from './cli-error.ts'
import {
  type CatalogueEntries,
  type CommandText,
  newCommand,
  quietCommand,
  type Serving,
} from './command.ts'
import type { Io } from './io.ts'
import { findByPort, warnOfMisspelt } from './options/environment.ts'
import { inLocale } from './terminal/ascii.ts'
import { flow, USUAL_WIDTH, widthOf } from './terminal/flow.ts'
import { styleFor } from './terminal/style.ts'
import { failureOf } from './words/failure.ts'

/**
 * Runs a command and gives its exit code; errors go to `stderr`. The binary
 * passes `process`. A test passes its own streams, and stops a command that serves by `stopping`:
 *
 *   const io = { env: { SANDGATE_URL: url }, stdin: Readable.from([]), stdout, stderr }
 *   const code = await run(['transactions', '--json'], io)
 *
 * Relative files are relative to the folder of the process; a test names whole paths.
 */
export async function run(args: readonly string[], given: Io): Promise<number> {
  const io = inLocale(given)
  try {
    await runCommand(args, io)
  } catch (error) {
    const { lines, exitCode } = failureOf(error)
    const prefix = styleFor(io.stderr)('bad', 'error:')
    // The message may quote what was typed.
    for (const line of lines) {
      io.stderr.write(`${flow(`${prefix} ${redactAddress(line)}`, widthOf(io.stderr))}\n`)
    }
    io.exitCode = exitCode
  }
  return Number(io.exitCode ?? 0)
}

async function runCommand(args: readonly string[], io: Io): Promise<void> {
  refuseTargetInFront(args)
  const words = withCommand(args)
  const entry = entryOf(words)
  if (entry !== undefined) {
    const command = program().addCommand(await loadCommand(entry, io))
    await parse(attached(command, io), words, io)
    return
  }
  const [name = ''] = words
  if (!name.startsWith('-')) {
    const names = entries.map((one) => one.name)
    const hint = didYouMean(name, names) || "; 'npx sandgate --help' lists the commands"
    throw misuse(`Unknown command '${name}'${hint}`)
  }
  await parse(attached(overview(), io), words, io)
}

/** Makes a command and its subcommands write help to `io` and read its environment. */
function attached(command: Command, io: Io): Command {
  for (const member of command.commands) attached(member, io)
  return command
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => widthOf(io.stdout) ?? USUAL_WIDTH,
      getErrHelpWidth: () => widthOf(io.stderr) ?? USUAL_WIDTH,
    })
    .hook('preAction', (_parent, action) => {
      if (command !== action) return
      warnOfMisspelt(io)
      findByPort(action, io)
    })
}

/**
 * Commander reads the variables of the process while it parses, which takes one turn of the event
 * loop; a test has its own.
 */
async function parse(command: Command, words: readonly string[], { env }: Io): Promise<void> {
  const own = process.env
  process.env = env
  const parsing = command.parseAsync(words, { from: 'user' })
  process.env = own
  await parsing
}

/** How long the sandbox runs that these arguments start in this process. */
export function servingOf(args: readonly string[]): Serving | undefined {
  return entryOf(withCommand(args))?.serves
}

function entryOf([name]: readonly string[]): NamedEntry | undefined {
  return entries.find((one) => one.name === name)
}

/**
 * `sandgate` and `sandgate --port 0` mean `start`; `sandgate help clock` means `sandgate clock
 * --help`.
 */
function withCommand(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args
  if (first === 'help') return [...rest, '--help']
  if (first === '-v' || first === 'version') return ['--version']
  if (first === undefined) return ['start']
  const isAboutAll = ['-h', '--help', '-V', '--version'].includes(first)
  return first.startsWith('-') && !isAboutAll ? ['start', ...args] : args
}

/** `sandgate --url … magic` would run `start`, which has no such option. */
function refuseTargetInFront(args: readonly string[]): void {
  const [option = ''] = args
  if (!/^--(?:url|world)(?:=|$)/.test(option)) return
  const target = option.includes('=') ? [option] : args.slice(0, 2)
  const [command = '-', ...others] = args.slice(target.length)
  const words = command.startsWith('-') ? ['status'] : [command, ...others]
  const meant = commandLine([...words, ...target])
  const [name = ''] = option.split('=')
  throw misuse(`${name} belongs after the command: npx sandgate ${meant}`)
}

function program(): Command {
  return quietCommand('sandgate')
    .version(version, '-V, --version', 'show the version')
    .enablePositionalOptions()
}

/** The program with only the names of its commands, for its help. */
function overview(): Command {
  const all = program().description('Can your integration charge a customer twice?')
  for (const [heading, names] of Object.entries(groups)) {
    for (const name of names) {
      const { summary } = catalogue[name] as CommandText
      all.addCommand(quietCommand(name).summary(summary).helpGroup(`${heading}:`))
    }
  }
  return all
    .usage('[command] [options]')
    .configureHelp({ subcommandTerm: (one) => one.name(), visibleOptions: () => [] })
    .addHelpText('after', afterHelp)
}

const afterHelp = `
'npx sandgate <command> --help' explains a command, with examples.
Commands find a running sandbox by --url, else SANDGATE_URL, else SANDGATE_PORT,
else ${DEFAULT_URL}, and its world by --world, else SANDGATE_WORLD.

Exit codes: 0 done, 1 failed, 2 bad usage, config or scenario file, 3 no sandbox
answers, or not in time, 4 a check failed`

const catalogue: CatalogueEntries = {
  ...runCommands,
  ...actCommands,
  ...lookCommands,
  ...dataCommands,
}

/**
 * Every command, in the groups of `--help`.
 * @internal Exported for tests.
 */
export const groups: Readonly<Record<string, readonly string[]>> = {
  'Start here': ['demo', 'exec', 'sweep', 'report'],
  'Run a sandbox': ['start', 'wait', 'status', 'stop'],
  'Make something happen': [
    ...['clock', 'settle', 'resolve', 'return', 'expire'],
    ...['scenario', 'rule'],
  ],
  Look: [
    ...['transactions', 'transaction', 'customers', 'customer', 'requests', 'request'],
    ...['reconcile', 'coverage', 'open'],
  ],
  'Know the gateway': ['magic', 'assumptions', 'openapi'],
  Data: ['seed', 'snapshot', 'export', 'import', 'reset', 'world'],
  'For tools': ['mcp', 'init'],
}

/** @internal Exported for tests. */
export const entries = Object.entries(catalogue).map(([name, entry]) => ({ name, ...entry }))

type NamedEntry = (typeof entries)[number]

/**
 * Loads one command only, so that a start does not wait for the others.
 * @internal Exported for tests.
 */
export async function loadCommand(entry: NamedEntry, io: Io): Promise<Command> {
  const complete = await entry.load()
  return complete(newCommand(entry.name, entry), io)
}
