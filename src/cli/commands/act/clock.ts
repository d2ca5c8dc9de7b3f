import type { Command, CommanderError } from 'commander'
import { ControlError } from '../../../client/control-error.ts'
import { durationForms, parseDuration } from '../../../domain/time/duration.ts'
import type {
  AdvanceResponse,
  ClockResponse,
  Fired,
  UpcomingResponse,
} from '../../../http/contract/control/calls/clock.ts'
import { CliError, misuse } from '../../cli-error.ts'
import { newCommand, withMembers } from '../../command.ts'
import type { Io } from '../../io.ts'
import { momentArgument } from '../../options/argument.ts'
import { connect, type TargetOptions, withTargetOptions } from '../../options/connection.ts'
import { memberOverCall, overCall } from '../../options/control-command.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

export function clockCommand(command: Command, io: Io): Command {
  const mode = (name: string, to: 'frozen' | 'running', summary: string) =>
    memberOverCall(io, [name, summary, `clock ${name}`], {
      call: (client) => client.changeClock({ mode: to }),
      text: clockText,
    })
  const upcoming = memberOverCall(io, ['upcoming', 'List the scheduled events', 'clock upcoming'], {
    kind: 'reads',
    call: (client) => client.upcoming(),
    text: scheduleText,
  })
  const show = memberOverCall(io, ['show', 'Show the time and whether it runs', 'clock'], {
    kind: 'reads',
    call: (client) => client.clock(),
    text: clockText,
  })
  return withMembers(command, [
    advance(io),
    set(io),
    mode('freeze', 'frozen', 'Stop the clock where it is'),
    mode('resume', 'running', 'Let the clock run again'),
    upcoming,
  ]).addCommand(show, { isDefault: true })
}

function advance(io: Io): Command {
  const text = {
    summary: 'Move the clock forward and list everything that happens',
    details:
      'Moves the clock forward and lists everything that happens on the way, in time order. With next, it goes to the next scheduled event, with next banking day to the start of that day.',
    examples: [
      'clock advance 3d',
      'clock advance 2 banking days',
      'clock advance next',
      'clock advance next banking day',
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
      const isNamed = isNext || by === 'next banking day'
      if (!isNamed && parseDuration(by) === undefined) {
        throw misuse(
          `Invalid duration '${by}': a duration is ${durationForms}; or next, or next banking day`,
        )
      }
      const to = isNamed ? ({ to: by } as const) : { by }
      const advanced = await connect(options, io).advance(to).catch(refused)
      const isIdle = isNext && advanced.fired.length === 0
      outputFor(options, io).result(advanced, isIdle ? () => NOTHING_NEXT : movedText)
    })
}

/** Why a clock refuses a negative duration. */
const ONLY_FORWARD = 'time only moves forward; to go back, reset or load a snapshot'

const NOTHING_NEXT = 'Nothing is scheduled, so the clock stays where it is.'

/** `-1d` looks like an option to commander, but is a negative duration. */
function backward({ code, message }: CommanderError): Error | undefined {
  const text = /'(-[\dP][^']*)'/.exec(message)?.[1]
  if (code !== 'commander.unknownOption' || text === undefined) return undefined
  return misuse(`Invalid duration '${text}': ${ONLY_FORWARD}`)
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
      'Moves the clock forward to an instant. A date means the start of that day in Sydney. All events that fall due happen. To go back in time, reset or load a snapshot.',
    examples: ['clock set 2030-01-01T00:00:00Z', 'clock set 2030-01-01'],
  }
  return overCall(newCommand('set', text), io, {
    argument: ['<instant>', 'ISO 8601 with an offset, or a date', momentArgument],
    call: (client, now) => client.changeClock({ now }).catch(refused),
    text: movedText,
  })
}

function clockText({ style }: Output, { now, mode }: ClockResponse): string {
  const shown = mode === 'frozen' ? style('link', 'frozen') : 'running'
  return `${style('strong', sydneyTimeText(now))}  ${shown}`
}

function movedText(output: Output, { now, fired, note }: AdvanceResponse): string {
  const heading = `It is now ${output.style('strong', sydneyTimeText(now))}`
  const happened =
    fired.length === 0
      ? 'nothing fell due.'
      : `this happened on the way:\n${firedTable(output, fired)}`
  return [`${heading}; ${happened}`, ...(note ? [output.paragraph(`${note}.`)] : [])].join('\n')
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

function scheduleText({ table }: Output, { scheduled }: UpcomingResponse): string {
  if (scheduled.length === 0) return 'Nothing is scheduled.'
  const columns = [{ title: 'at' }, { title: 'event' }, { title: 'audit' }]
  return table(
    columns,
    scheduled.map(({ at, event, audit }) => [sydneyTimeText(at), event, audit ?? '']),
  )
}
