import { dayOf, exactClockTime, weekdayText } from '../words/time.ts'
import {
  type DrawnPayment,
  isOfHolds,
  isOfRefunds,
  LONGEST_DRAWN_MS,
  type Message,
  messagesOf,
  type Party,
} from './sequence.ts'

/** Where the parties stand, and what fits between them. */
interface Layout {
  readonly look: string
  readonly width: number
  readonly lifelines: Readonly<Partial<Record<Party, number>>>
  /** The width of a letter where letters are largest: what does not fit between two lines is broken. */
  readonly letter: number
  /** Whether the time is on a separate line above its arrow, and a new day above that. */
  readonly isTimeAbove: boolean
}

const wide: Layout = {
  look: 'sequence',
  width: 1080,
  lifelines: { client: 125, gateway: 570, bank: 880 },
  letter: 8,
  isTimeAbove: false,
}

/** For a phone: about 100 pixels a party, and what the bank says is said at the gateway. */
const narrow: Layout = {
  look: 'narrow-sequence',
  width: 320,
  lifelines: { client: 24, gateway: 200 },
  letter: 6.4,
  isTimeAbove: true,
}

const TOP = 44

/** Pixels for each millisecond, within what a label needs and what a page can hold. */
const SCALE = 0.5
const LEAST_GAP = 26
const MOST_GAP = LONGEST_DRAWN_MS * SCALE
const PAUSE = 34
const LINE = 16

/** How far the cross of a broken arrow keeps its words away. */
const CROSS = 5

/** The height of a picture in which nothing has happened yet. */
const EMPTY = 120

interface PositionedMessage {
  readonly message: Message
  readonly lines: readonly string[]
  readonly y: number
  /** Where the time before it is cut. */
  readonly cutY: number | undefined
  /** Its day, where another one begins. */
  readonly day: string | undefined
}

function positioned(messages: readonly Message[], layout: Layout): readonly PositionedMessage[] {
  let y = TOP
  let today = ''
  const days = new Set(messages.flatMap(({ clock }) => clock ?? []).map(dayOf))
  return messages.map((message, i) => {
    const { clock, at, pause } = message
    const day = clock && days.size > 1 && dayOf(clock) !== today ? dayOf(clock) : undefined
    today = day ?? today
    const [start, end] = endsOf(message, layout)
    const room = Math.abs(start - (start === end ? (layout.lifelines.client ?? 0) : end))
    const lines = brokenText(message.text, room / layout.letter - 3)
    const ms = at - (messages[i - 1]?.at ?? at)
    const above = layout.isTimeAbove ? [clock, day].filter(Boolean).length : 0
    const label = LEAST_GAP + LINE * (lines.length - 1 + above) + (message.isLost ? CROSS : 0)
    y += Math.max(Math.min(ms * SCALE, MOST_GAP), pause === undefined ? label : label + PAUSE)
    const cutY = pause === undefined ? undefined : y - label - PAUSE / 2 + 8
    return { message, lines, y, cutY, day: day && weekdayText(day) }
  })
}

/** Where a message begins and ends: at one place, if its party has no lifeline. */
function endsOf({ from, to }: Message, { lifelines }: Layout): readonly [number, number] {
  const { gateway = 0 } = lifelines
  return [lifelines[from] ?? gateway, lifelines[to] ?? gateway]
}

/** What can be drawn: a bank without a line is not seen to be asked, but heard. */
function drawnIn({ lifelines }: Layout, messages: readonly Message[]): readonly Message[] {
  if (lifelines.bank !== undefined) return messages
  return messages
    .filter(({ to }) => to !== 'bank')
    .map((one) => (one.from === 'bank' ? { ...one, text: `bank: ${one.text}` } : one))
}

/** A text in lines of at most this many letters, unless a word is longer. */
function brokenText(text: string, most: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= most) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

interface PictureProps {
  readonly payment: DrawnPayment
  /** Where a request is shown; undefined: this is a file, and leads nowhere. */
  readonly address?: ((request: number) => string) | undefined
  /** How many steps to draw at each end of a long payment; undefined: all steps. */
  readonly atEachEnd?: number
}

/** The messages between client, gateway and bank, to scale in time; the list of steps has them in words. */
export function SequencePicture({ payment, address, atEachEnd }: PictureProps) {
  const messages = messagesOf(payment, atEachEnd)
  // Without links in it, the keyboard needs another way to scroll it.
  const label = { role: 'group', tabindex: 0, 'aria-label': 'Sequence diagram' }
  const attributes = address === undefined ? label : {}
  return (
    <div class="sequence-room" {...attributes}>
      {[wide, narrow].map((layout) => (
        <Drawing
          {...{ layout, address }}
          messages={drawnIn(layout, messages)}
          money={isOfHolds(payment) ? 'held' : isOfRefunds(payment) ? 'refunded' : 'paid'}
        />
      ))}
    </div>
  )
}

interface DrawingProps extends Pick<PictureProps, 'address'> {
  readonly layout: Layout
  readonly messages: readonly Message[]
  /** What the sums at the right are. */
  readonly money: 'paid' | 'refunded' | 'held'
}

function Drawing({ layout, messages, address, money }: DrawingProps) {
  const rows = positioned(messages, layout)
  const height = (rows.at(-1)?.y ?? TOP + EMPTY) + 26
  const { look, width, lifelines } = layout
  return (
    <svg class={`chart ${look}`} viewBox={`0 0 ${width} ${height}`}>
      <title>What client, gateway and bank said to each other</title>
      {Object.entries(lifelines).map(([party, x]) => (
        <>
          <line class="lifeline" x1={x} x2={x} y1="26" y2={height - 4} />
          <text class="party" x={x} y="16" text-anchor="middle">
            {party}
          </text>
        </>
      ))}
      <text class="party" x={width - 4} y="16" text-anchor="end">
        {money}
      </text>
      {rows.map((row) => (
        <Row row={row} layout={layout} address={address} />
      ))}
    </svg>
  )
}

type RowProps = { row: PositionedMessage; layout: Layout } & Pick<PictureProps, 'address'>

function Row({ row, layout, address }: RowProps) {
  const { message, lines, y, cutY, day } = row
  const { lifelines, width, isTimeAbove } = layout
  const { request, clock, paid, pause, isBlind, isTooMuch } = message
  const timeY = isTimeAbove ? y - 8 - LINE * lines.length : y + 4
  const timeX = isTimeAbove ? (lifelines.client ?? 0) + 6 : 0
  const arrow = <Arrow row={row} layout={layout} />
  return (
    <g class="message">
      {cutY !== undefined && (
        <g class={`cut ${isBlind ? 'warn' : 'calm'}`}>
          {Object.values(lifelines).map((x) => (
            <path d={`M${x - 7} ${cutY + 3}l14 -6M${x - 7} ${cutY + 9}l14 -6`} />
          ))}
          <text x={(lifelines.client ?? 0) + 16} y={cutY + 7}>
            {pause}
          </text>
        </g>
      )}
      {day !== undefined && (
        <text class="day" x={timeX} y={timeY - LINE}>
          {day}
        </text>
      )}
      {clock !== undefined && (
        <text x={timeX} y={timeY}>
          {exactClockTime(clock)}
        </text>
      )}
      {request === undefined || address === undefined ? (
        arrow
      ) : (
        <a href={address(request)} data-stay>
          {arrow}
        </a>
      )}
      {paid !== undefined && (
        <text class={isTooMuch ? 'paid bad' : 'paid'} x={width - 4} y={y + 4} text-anchor="end">
          {paid}
        </text>
      )}
    </g>
  )
}

function Arrow({ row: { message, lines, y }, layout }: Omit<RowProps, 'address'>) {
  const { tone, isLost } = message
  const [start, end] = endsOf(message, layout)
  const top = y - 8 - LINE * (lines.length - 1) - (isLost ? CROSS : 0)
  if (start === end) return <Said {...{ lines, tone, x: start, y }} />
  const way = Math.sign(end - start)
  const tip = isLost ? start + (end - start) * 0.55 : end
  const across = { x: Math.min(start, end), width: Math.abs(end - start) }
  return (
    <g class={`arrow ${tone}`}>
      <rect class="touch" y={top - 10} height={y - top + 16} {...across} />
      <line class="way" pathLength="1" x1={start} x2={tip} y1={y} y2={y} />
      {isLost ? (
        <>
          <path d={`M${tip - 5} ${y - 5}l10 10m0 -10l-10 10`} />
          <line class="missing" x1={tip + way * 12} x2={end} y1={y} y2={y} />
        </>
      ) : (
        <path class="head" d={`M${end} ${y}l${-way * 9} -4v8z`} />
      )}
      {lines.map((line, i) => (
        <text x={(start + end) / 2} y={top + LINE * i} text-anchor="middle">
          {line}
        </text>
      ))}
    </g>
  )
}

type SaidProps = Pick<Message, 'tone'> & { lines: readonly string[]; x: number; y: number }

/** What a party without a line says: a dot where it is heard. */
function Said({ lines, tone, x, y }: SaidProps) {
  return (
    <g class={`arrow ${tone}`}>
      <circle class="head" cx={x} cy={y} r="4" />
      {lines.map((line, i) => (
        <text x={x - 10} y={y + 4 - LINE * (lines.length - 1 - i)} text-anchor="end">
          {line}
        </text>
      ))}
    </g>
  )
}
