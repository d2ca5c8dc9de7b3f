import { CommanderError } from 'commander'
import {
  ControlError,
  faultText,
  NoSandboxError,
  UntrustedCertificateError,
} from '../../client/control-error.ts'
import { didYouMean } from '../../document/nearest-word.ts'
import { printable } from '../../document/printable.ts'
import { StartError } from '../../runtime/start-error.ts'
import { CliError, exitCode } from '../cli-error.ts'

export interface Failure {
  /** One line per problem; empty if everything has been printed already. */
  readonly lines: readonly string[]
  readonly exitCode: number
}

/** The message and exit code for a thrown error. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) return commanderFailure(error)
  const lines = linesOf(error).map(printable)
  if (error instanceof CliError) return { lines, exitCode: error.exitCode }
  // Its message says how to reach the server.
  if (error instanceof UntrustedCertificateError) {
    return { lines, exitCode: exitCode.noAnswer }
  }
  if (error instanceof NoSandboxError) {
    const advice = "start one with 'npx sandgate start', pass --url or set SANDGATE_URL"
    return { lines: [`${lines.join(' ')}; ${advice}`], exitCode: exitCode.noAnswer }
  }
  if (error instanceof ControlError && error.status === 401) {
    return { lines: [`${lines.join(' ')}; set SANDGATE_CONTROL_TOKEN`], exitCode: exitCode.failed }
  }
  const isUsage = error instanceof StartError && error.isUsage
  return { lines, exitCode: isUsage ? exitCode.misuse : exitCode.failed }
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof ControlError && error.errors.length > 1) return error.errors.map(faultText)
  return (error instanceof Error ? error.message : String(error)).split('\n')
}

function commanderFailure(error: CommanderError): Failure {
  if (error.exitCode === 0) return { lines: [], exitCode: exitCode.done }
  // Commander has already printed the help for a missing subcommand.
  if (error.code === 'commander.help') return { lines: [], exitCode: exitCode.misuse }
  return { lines: [printable(commanderMessage(error))], exitCode: exitCode.misuse }
}

/** `error: unknown option '--prot'\n(Did you mean --port?)` on one line, with the next step. */
function commanderMessage({ code, message }: CommanderError): string {
  const [fact = '', hint = ''] = message.replace(/^error: /, '').split('\n')
  if (code === 'commander.invalidArgument') return invalidValue(fact) + proposalIn(fact)
  if (code === 'commander.conflictingOption') return `${fact}; leave one of them out`
  const suggestion = /Did you mean (.*)\?/.exec(hint)?.[1]
  if (suggestion !== undefined) return `${fact}, did you mean '${suggestion}'?`
  return `${fact.replace(/\.$/, '')}; --help shows the arguments and options`
}

/** Commander lists the choices, and leaves it to the reader to find the one that was meant. */
function proposalIn(fact: string): string {
  const [, value, choices] = /'([^']*)' is invalid\. Allowed choices are (.*)\.$/.exec(fact) ?? []
  return value === undefined ? '' : didYouMean(value, choices?.split(', ') ?? [])
}

/** `option '-p, --port <n>' argument 'x' is invalid. It must …`, shortened. */
function invalidValue(fact: string): string {
  return fact
    .replace(/^option '(?:-\w, )?(--[\w-]+)[^']*' (?:argument|value) /, '$1 ')
    .replace(
      /^command-argument value ('.*') is invalid for argument '([^']+)'\./,
      '$2 $1 is invalid.',
    )
    .replace(
      /^(.*) is invalid\. (\w)/,
      (_all, subject: string, first: string) => `Invalid ${subject}: ${first.toLowerCase()}`,
    )
    .replace(/\.$/, '')
}
