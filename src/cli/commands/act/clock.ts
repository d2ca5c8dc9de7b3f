import { type Command, type CommanderError, InvalidArgumentError } from 'commander'
import { ControlError } from '../../../client/control-error.ts'
import type { ClockAnswer, Fired, NextAnswer } from '../../../http/contract/control/calls/clock.ts'
import { CliError, misuse } from '../../cli-error.ts'
import { newCommand, subcommand, withMembers } from '../../command.ts'
import type { Io } from '../../io.ts'
import {
  durationArgument,
  momentArgument,
  ONLY_FORWARD,
  parseArgument,
} from '../../options/argument.ts'
import {
  connect,
  connectToRead,
  type TargetOptions,
  withTargetOptions,
} from '../../options/connection.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

export function clockCommand(command: Command, io: Io): Command {
  const group = withMembers(command, [
    advance(io),
    set(io),
    changeMode('freeze', io),
    changeMode('resume', io),
    next(io),
  ])
  return group.addCommand(show(io), { isDefault: true })
}

function show(io: Io): Command {
  return withTargetOptions(
    subcommand('show', 'Show the time and whether it runs', 'npx sandgate clock'),
  ).action(async (options: TargetOptions) => {
    outputFor(options, io).result(await connectToRead(options, io).clock(), clockText)
  })
}

function advance(io: Io): Command {
  const text = {
    summary: 'Move the clock forward and list everything that happens',
    details:
      'Moves the clock forward and lists everything that happens on the way, in time order. With next, it goes to the next scheduled event, with next banking day to the start of that day.',
    examples: [
      'npx sandgate clock advance 3d',
      'npx sandgate clock advance 2 banking days',
      'npx sandgate clock advance next',
      'npx sandgate clock advance next banking day',
    ],
  }
  return withTargetOptions(newCommand('advance', text))
    .exitOverride((error) => {
      throw backward(error) ?? error
    })
    .argument('<duration...>', '90s, 15m, 3d, 2 banking days, P3D, next, or next banking day')
    .action(async (words: readonly string[], options: TargetOptions) => {
      const by = words.join(' ')
      const isNext = by === 'next'
      const to =
        isNext || by === 'next banking day'
          ? ({ to: by } as const)
          : { by: parseArgument('duration', by, advanceBy) }
      const advanced = await connect(options, io).advance(to).catch(refused)
      const isIdle = isNext && advanced.fired.length === 0
      outputFor(options, io).result(advanced, isIdle ? () => NOTHING_NEXT : movedText)
    })
}

/** A duration; the error also names the words that are not durations. */
function advanceBy(text: string): string {
  try {
    return durationArgument(text)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError) || text.startsWith('-')) throw error
    throw new InvalidArgumentError(
      `${error.message.replace(/\.$/, '')}; or next, or next banking day.`,
    )
  }
}

const NOTHING_NEXT = 'Nothing is scheduled, so the clock stays where it is.'

/** `-1d` looks like an option to commander, but is a negative duration. */
function backward({ code, message }: CommanderError): Error | undefined {
  const text = /'(-[\dP][^']*)'/.exec(message)?.[1]
  if (code !== 'commander.unknownOption' || text === undefined) return undefined
  return misuse(`Invalid duration '${text}': ${ONLY_FORWARD.toLowerCase().replace(/\.$/, '')}`)
}

/** There is only one time that can be wrong, so the member of the call is not named. */
function refused(error: unknown): never {
  if (
    !(error instanceof ControlError) ||
    error.errors.some(({ location }) => location[0] !== 'body')
  )
    throw error
  throw new CliError(error.errors.map(({ error_message: message }) => message).join('; '))
}

function set(io: Io): Command {
  const text = {
    summary: 'Move the clock forward to an instant',
    details:
      'Moves the clock forward to an instant; a date is its start in Sydney. Everything that falls due happens. To go back in time, reset or load a snapshot.',
    examples: ['npx sandgate clock set 2030-01-01T00:00:00Z', 'npx sandgate clock set 2030-01-01'],
  }
  return withTargetOptions(newCommand('set', text))
    .argument('<instant>', 'ISO 8601 with an offset, or a date', momentArgument)
    .action(async (now: string, options: TargetOptions) => {
      const changed = await connect(options, io).changeClock({ now }).catch(refused)
      outputFor(options, io).result(changed, movedText)
    })
}

const modes = {
  freeze: ['frozen', 'Stop the clock where it is'],
  resume: ['running', 'Let the clock run again'],
} as const

function changeMode(name: keyof typeof modes, io: Io): Command {
  const [mode, summary] = modes[name]
  const command = subcommand(name, summary, `npx sandgate clock ${name}`)
  return withTargetOptions(command).action(async (options: TargetOptions) => {
    outputFor(options, io).result(await connect(options, io).changeClock({ mode }), clockText)
  })
}

function next(io: Io): Command {
  return withTargetOptions(
    subcommand('next', 'List the scheduled events', 'npx sandgate clock next'),
  ).action(async (options: TargetOptions) => {
    outputFor(options, io).result(await connectToRead(options, io).next(), scheduleText)
  })
}

function clockText({ style }: Output, { now, mode }: ClockAnswer): string {
  const shown = mode === 'frozen' ? style('link', 'frozen') : 'running'
  return `${style('strong', sydneyTimeText(now))}  ${shown}`
}

function movedText(
  output: Output,
  { now, fired }: { readonly now: string; readonly fired: readonly Fired[] },
): string {
  const heading = `It is now ${output.style('strong', sydneyTimeText(now))}`
  if (fired.length === 0) return `${heading}; nothing fell due.`
  return `${heading}; this happened on the way:\n${firedTable(output, fired)}`
}

function firedTable({ table }: Output, fired: readonly Fired[]): string {
  const columns = [{ title: 'at' }, { title: 'event' }, { title: 'audit' }, { title: 'status' }]
  return table(
    columns,
    fired.map(({ at, event, audit, from, to }) => [
      sydneyTimeText(at),
      event,
      audit ?? '',
      to === undefined ? '' : `${from} -> ${to}`,
    ]),
  )
}

function scheduleText({ table }: Output, { scheduled }: NextAnswer): string {
  if (scheduled.length === 0) return 'Nothing is scheduled.'
  const columns = [{ title: 'at' }, { title: 'event' }, { title: 'audit' }]
  return table(
    columns,
    scheduled.map(({ at, event, audit }) => [sydneyTimeText(at), event, audit ?? '']),
  )
}
