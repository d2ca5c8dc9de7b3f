import { dayOf, exactClockTime, weekdayText } from '../words/time.ts'
import { type DrawnStory, type Message, messagesOf, type Party } from './sequence.ts'

const WIDTH = 1080
const lifelines: Readonly<Record<Party, number>> = { client: 125, gateway: 570, bank: 880 }
const PAID = WIDTH - 4
const TOP = 44

/** Pixels for each millisecond, within what a label needs and what a page can hold. */
const SCALE = 0.5
const LEAST = 26
const MOST = 80
const PAUSE = 34
const LINE = 16

/** The width of a letter where letters are largest: what does not fit between two lines is broken. */
const LETTER = 8

interface PlacedMessage {
  readonly message: Message
  readonly lines: readonly string[]
  readonly y: number
  /** Where the time before it is cut. */
  readonly cutY: number | undefined
  /** Its day, where another one begins. */
  readonly day: string | undefined
}

function placed(messages: readonly Message[]): readonly PlacedMessage[] {
  let y = TOP
  let today = ''
  const days = new Set(messages.flatMap(({ clock }) => clock ?? []).map(dayOf))
  return messages.map((message, i) => {
    const { clock, at, pause, from, to } = message
    const day = clock && days.size > 1 && dayOf(clock) !== today ? dayOf(clock) : undefined
    today = day ?? today
    const lines = brokenText(message.text, Math.abs(lifelines[from] - lifelines[to]) / LETTER - 3)
    const ms = at - (messages[i - 1]?.at ?? at)
    const label = LEAST + LINE * (lines.length - 1)
    const gap = Math.min(Math.max(ms * SCALE, pause === undefined ? label : label + PAUSE), MOST)
    y += gap
    const cutY = pause === undefined ? undefined : y - label - PAUSE / 2 + 8
    return { message, lines, y, cutY, day: day && weekdayText(day) }
  })
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
  readonly story: DrawnStory
  /** Where a request is shown; undefined: this is a file, and leads nowhere. */
  readonly address?: ((request: number) => string) | undefined
}

/** The messages between client, gateway and bank, to scale in time; the list of steps has them in words. */
export function SequencePicture({ story, address }: PictureProps) {
  const rows = placed(messagesOf(story))
  const height = (rows.at(-1)?.y ?? TOP) + 26
  return (
    <div class="sequence-room">
      <svg class="chart sequence" viewBox={`0 0 ${WIDTH} ${height}`}>
        <title>What client, gateway and bank said to each other</title>
        {Object.entries(lifelines).map(([party, x]) => (
          <>
            <line class="lifeline" x1={x} x2={x} y1="26" y2={height - 4} />
            <text class="party" x={x} y="16" text-anchor="middle">
              {party}
            </text>
          </>
        ))}
        <text class="party" x={PAID} y="16" text-anchor="end">
          paid
        </text>
        {rows.map((row) => (
          <Row row={row} address={address} />
        ))}
      </svg>
    </div>
  )
}

function Row({ row, address }: { row: PlacedMessage } & Pick<PictureProps, 'address'>) {
  const { message, y, cutY, day } = row
  const { request, clock, paid, pause, isBlind, isTooMuch } = message
  const arrow = <Arrow row={row} />
  return (
    <>
      {cutY !== undefined && (
        <g class={`cut ${isBlind ? 'warn' : 'calm'}`}>
          {Object.values(lifelines).map((x) => (
            <path d={`M${x - 7} ${cutY + 3}l14 -6M${x - 7} ${cutY + 9}l14 -6`} />
          ))}
          <text x={lifelines.client + 16} y={cutY + 7}>
            {pause}
          </text>
        </g>
      )}
      {day !== undefined && (
        <text class="day" x="0" y={y + 4 - LINE}>
          {day}
        </text>
      )}
      {clock !== undefined && (
        <text x="0" y={y + 4}>
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
        <text class={isTooMuch ? 'paid bad' : 'paid'} x={PAID} y={y + 4} text-anchor="end">
          {paid}
        </text>
      )}
    </>
  )
}

function Arrow({ row: { message, lines, y } }: { row: PlacedMessage }) {
  const { from, to, tone, isLost } = message
  const [start, end] = [lifelines[from], lifelines[to]]
  const way = Math.sign(end - start)
  const tip = isLost ? start + (end - start) * 0.55 : end
  const top = y - 8 - LINE * (lines.length - 1)
  const across = { x: Math.min(start, end), width: Math.abs(end - start) }
  return (
    <g class={`arrow ${tone}`}>
      <rect class="touch" y={top - 10} height={y - top + 16} {...across} />
      <line x1={start} x2={tip} y1={y} y2={y} />
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
