import type { Command } from 'commander'
import { DEFAULT_URL } from '../base/default-url.ts'
import { redactAddress } from '../base/redaction/redacted.ts'
import { commandLine } from '../base/text/copied-request.ts'
import { version } from '../runtime/version.ts'
import { allCommands } from './all-commands.ts'
import { misuse } from './cli-error.ts'
import { type CommandDefinition, commandGroups, type Serving } from './define/command.ts'
import { helpLayout, programCommand, quietCommand, writingTo } from './define/program-command.ts'
import type { Io } from './io.ts'
import { setVariables } from './options/environment.ts'
import { flow, widthOf } from './terminal/flow.ts'
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
export async function run(args: readonly string[], io: Io): Promise<number> {
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
  const definition = await definitionOf(words)
  if (definition !== undefined) {
    const command = programCommand(definition, { io, all: allCommands })
    await parse(program().addCommand(command), words, io)
    return
  }
  const [name = ''] = words
  const all = name === '--version' || name === '-V' ? program() : await overview()
  await parse(writingTo(all, io), words, io)
}

/**
 * Commander reads the variables of the process while it parses, which takes one turn of the event
 * loop; a test has its own.
 */
async function parse(command: Command, words: readonly string[], { env }: Io): Promise<void> {
  const own = process.env
  process.env = setVariables(env)
  const parsing = command.parseAsync(words, { from: 'user' })
  process.env = own
  await parsing
}

/** How long the sandbox runs that these arguments start in this process. */
export async function servingOf(args: readonly string[]): Promise<Serving | undefined> {
  return (await definitionOf(withCommand(args)))?.serves
}

async function definitionOf([name = '']: readonly string[]): Promise<
  CommandDefinition | undefined
> {
  return Object.hasOwn(allCommands, name) ? await allCommands[name]?.() : undefined
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
async function overview(): Promise<Command> {
  const all = program().description('Can your integration charge a customer twice?')
  const definitions = await Promise.all(Object.values(allCommands).map((load) => load()))
  for (const heading of commandGroups) {
    for (const { name, summary } of definitions.filter(({ group }) => group === heading)) {
      all.addCommand(quietCommand(name).summary(summary).helpGroup(`${heading}:`))
    }
  }
  return all
    .usage('[command] [options]')
    .configureHelp({ ...helpLayout, subcommandTerm: (one) => one.name(), visibleOptions: () => [] })
    .addHelpText('after', afterHelp)
}

const afterHelp = `
'npx sandgate <command> --help' explains a command, with examples.
Commands find a running sandbox by --url, else SANDGATE_URL, else SANDGATE_PORT,
else ${DEFAULT_URL}, and its world by --world, else SANDGATE_WORLD.

Exit codes: 0 done, 1 failed, 2 bad usage, config or scenario file, 3 no sandbox
responds, or not in time, 4 a check failed`
