import type { Command } from 'commander'
import type { ControlClient } from '../../../control/client/control-client.ts'
import { ControlError } from '../../../control/client/control-error.ts'
import type {
  AdvanceResponse,
  ClockResponse,
  Fired,
  Scheduled,
  UpcomingResponse,
} from '../../../control/contract/calls/clock.ts'
import { eventText, pastEventText } from '../../../control/facts/move-words.ts'
import { moneyText } from '../../../domain/money.ts'
import { durationForms, parseDuration } from '../../../domain/time/duration.ts'
import { CliError, misuse } from '../../cli-error.ts'
import { callCommand, commandGroup } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { seeHelp } from '../../define/program-command.ts'
import { momentArgument } from '../../options/argument.ts'
import type { Output } from '../../terminal/output.ts'
import { dateAndTime, type ListColumn, listedRows, listReference } from '../../words/list-text.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

const advance = callCommand({
  name: 'advance',
  summary: 'Move the clock forward and list everything that happens',
  details:
    'Moves the clock forward and lists everything that happens on the way, in time order. With next, it goes to the next scheduled event, with next banking day to the start of that day.',
  examples: [
    'clock advance 3d',
    'clock advance 2 banking days',
    'clock advance next',
    'clock advance next banking day',
  ],
  args: {
    words: argument(
      '<duration...>',
      '90s, 15m, 3d, 2 banking days, P3D, next, or next banking day',
    ),
  },
  // A negative duration is refused by its reason, and not as an option.
  takesDashes: true,
  call: async (client, { words, json }, { self }) => {
    const moved = await client.advance(wayOf(words, self)).catch(refused)
    return await withNext(moved, client, json)
  },
  text: (output, answer, { words }) =>
    words.join(' ') === 'next' && answer.fired.length === 0
      ? 'Nothing is scheduled, so the clock stays where it is.'
      : movedText(output, answer),
})

const NAMED = ['next', 'next banking day'] as const

function wayOf(words: readonly string[], self: Command) {
  const option = words.find((word) => word.startsWith('--'))
  if (option !== undefined) throw misuse(`unknown option '${option}'${seeHelp(self)}`)
  const by = words.join(' ')
  const to = NAMED.find((name) => name === by)
  if (to !== undefined) return { to }
  if (parseDuration(by) !== undefined) return { by }
  const why = by.startsWith('-')
    ? 'time only moves forward; to go back, reset or load a snapshot'
    : `a duration is ${durationForms}; or ${NAMED.join(', or ')}`
  throw misuse(`Invalid duration '${by}': ${why}`)
}

/** For people: if nothing was due, the event that they may be waiting for. */
async function withNext<Moved extends AdvanceResponse>(
  moved: Moved,
  client: ControlClient,
  json: boolean | undefined,
): Promise<Moved & { readonly next?: Scheduled | null }> {
  if (json || moved.fired.length > 0) return moved
  const [next = null] = (await client.upcoming({ limit: 1 })).scheduled
  return { ...moved, next }
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

const set = callCommand({
  name: 'set',
  summary: 'Move the clock forward to an instant',
  details:
    'Moves the clock forward to an instant. A date means the start of that day in Sydney. All events that are scheduled until then happen. To go back in time, reset or load a snapshot.',
  examples: ['clock set 2030-01-01T00:00:00Z', 'clock set 2030-01-01'],
  args: { now: argument('<instant>', 'ISO 8601 with an offset, or a date', momentArgument) },
  call: async (client, { now, json }) => {
    const moved = await client.changeClock({ now }).catch(refused)
    return await withNext(moved, client, json)
  },
  text: movedText,
})

const freeze = callCommand({
  name: 'freeze',
  summary: 'Stop the clock where it is',
  examples: ['clock freeze'],
  call: (client) => client.changeClock({ mode: 'frozen' }),
  text: clockText,
})

const resume = callCommand({
  name: 'resume',
  summary: 'Let the clock run again',
  examples: ['clock resume'],
  call: (client) => client.changeClock({ mode: 'running' }),
  text: clockText,
})

const upcoming = callCommand({
  name: 'upcoming',
  summary: 'List the scheduled events',
  examples: ['clock upcoming'],
  isReading: true,
  call: (client) => client.upcoming(),
  text: scheduleText,
})

const show = callCommand({
  name: 'show',
  summary: 'Show the time, whether it runs, and the next event',
  examples: ['clock'],
  isReading: true,
  call: async (client) => {
    const [clock, { scheduled }] = await Promise.all([
      client.clock(),
      client.upcoming({ limit: 1 }),
    ])
    const [next = null] = scheduled
    return { ...clock, next }
  },
  text: (output, { next, ...clock }) => {
    const then = next === null ? 'Nothing is scheduled.' : `Next: ${scheduledText(next)}.`
    return `${clockText(output, clock)}\n${then}`
  },
})

export const clockCommand = commandGroup({
  name: 'clock',
  group: 'Make something happen',
  summary: 'Show, advance, set, freeze or resume the clock',
  details:
    'The sandbox has its own clock. When you move it forward, everything that is due happens.',
  examples: ['clock', 'clock advance 3 banking days'],
  members: [advance, set, freeze, resume, upcoming, show],
  usualMember: 'show',
})

function clockText({ style }: Output, { now, mode }: ClockResponse): string {
  const shown = mode === 'frozen' ? style('link', 'frozen') : 'running'
  return `${style('strong', sydneyTimeText(now))}  ${shown}`
}

/** `debit clears, 1000001, ORD-1, AUD 49.95, at 2026-03-13T09:00:00+11:00` */
function scheduledText({ at, event, audit, reference, total, currency }: Scheduled): string {
  const money = moneyText(total, currency)
  return [eventText(event), audit, reference, money, `at ${sydneyTimeText(at)}`]
    .filter(Boolean)
    .join(', ')
}

function movedText(
  output: Output,
  { now, fired, note, next }: AdvanceResponse & { readonly next?: Scheduled | null },
): string {
  const heading = `It is now ${output.style('strong', sydneyTimeText(now))}`
  const happened =
    fired.length === 0
      ? `nothing was due${next ? `. Next: ${scheduledText(next)}` : ', and nothing is scheduled'}.`
      : `this happened on the way:\n${listedRows(output, firedColumns, fired)}`
  return [`${heading}; ${happened}`, ...(note ? [output.paragraph(`${note}.`)] : [])].join('\n')
}

function scheduleText(output: Output, { scheduled }: UpcomingResponse): string {
  if (scheduled.length === 0) return 'Nothing is scheduled.'
  return listedRows(output, scheduledColumns, scheduled)
}

const moment: ListColumn<Scheduled> = { title: 'at', of: ({ at }) => dateAndTime(at) }

const about: readonly ListColumn<Scheduled>[] = [
  { title: 'audit', of: ({ audit }) => String(audit) },
  { title: 'reference', of: ({ reference }, output) => listReference(reference, output) },
  { title: 'amount', of: ({ total, currency }) => moneyText(total, currency), align: 'right' },
]

const scheduledColumns: readonly ListColumn<Scheduled>[] = [
  moment,
  { title: 'event', of: ({ event }) => eventText(event) },
  ...about,
]

const firedColumns: readonly ListColumn<Fired>[] = [
  moment,
  { title: 'event', of: ({ event }) => pastEventText(event) },
  ...about,
  { title: 'status', of: ({ to }) => to },
]
