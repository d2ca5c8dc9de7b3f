import type { WholeStoryAnswer } from '../../http/contract/control/calls/report.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../words/address.ts'
import { exactClockTime } from '../words/time.ts'
import { type Message, messagesOf, type Party } from './sequence.ts'

const WIDTH = 920
const lifelines: Readonly<Record<Party, number>> = { client: 130, gateway: 470, bank: 740 }
const PAID = WIDTH - 4
const TOP = 44

/** Pixels for each millisecond, within what a label needs and what a page can hold. */
const SCALE = 0.5
const LEAST = 26
const MOST = 80
const PAUSE = 34

interface PlacedMessage {
  readonly message: Message
  readonly y: number
  /** Where the time before it is cut. */
  readonly cutY: number | undefined
}

function placed(messages: readonly Message[]): readonly PlacedMessage[] {
  let y = TOP
  return messages.map((message, i) => {
    const ms = message.at - (messages[i - 1]?.at ?? message.at)
    const isPaused = message.pause !== undefined
    const room = isPaused ? LEAST + PAUSE : LEAST
    const gap = Math.min(Math.max(ms * SCALE, room), MOST)
    y += gap
    return { message, y, cutY: isPaused ? y - gap / 2 - 8 : undefined }
  })
}

/** Who said what to whom, to scale of time; the list of steps says the same in words. */
export function SequencePicture({ visit, story }: { visit: Visit; story: WholeStoryAnswer }) {
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
          <Row row={row} visit={visit} />
        ))}
      </svg>
    </div>
  )
}

function Row({ row, visit }: { row: PlacedMessage; visit: Visit }) {
  const { message, y, cutY } = row
  const { request, clock, paid, pause } = message
  const arrow = <Arrow message={message} y={y} />
  return (
    <>
      {cutY !== undefined && <Cut y={cutY} text={pause ?? ''} />}
      {clock !== undefined && (
        <text x="0" y={y + 4}>
          {exactClockTime(clock)}
        </text>
      )}
      {request === undefined ? (
        arrow
      ) : (
        <a href={`${pageAddress(visit, visit.path, { step: request })}#exchange`}>{arrow}</a>
      )}
      {paid !== undefined && (
        <text class="paid" x={PAID} y={y + 4} text-anchor="end">
          {paid}
        </text>
      )}
    </>
  )
}

/** Time in which nothing was said, shortened. */
function Cut({ y, text }: { y: number; text: string }) {
  return (
    <>
      {Object.values(lifelines).map((x) => (
        <path class="cut" d={`M${x - 7} ${y + 3}l14 -6M${x - 7} ${y + 9}l14 -6`} />
      ))}
      <text class="pause" x={lifelines.client + 16} y={y + 7}>
        {text}
      </text>
    </>
  )
}

function Arrow({ message, y }: { message: Message; y: number }) {
  const { from, to, text, tone, isLost } = message
  const [start, end] = [lifelines[from], lifelines[to]]
  const way = Math.sign(end - start)
  const tip = isLost ? start + (end - start) * 0.55 : end
  const middle = (start + end) / 2
  return (
    <g class={`arrow ${tone}`}>
      <rect
        class="touch"
        x={Math.min(start, end)}
        y={y - 18}
        width={Math.abs(end - start)}
        height="24"
      />
      <line x1={start} x2={tip} y1={y} y2={y} />
      {isLost ? (
        <>
          <path d={`M${tip - 5} ${y - 5}l10 10m0 -10l-10 10`} />
          <line class="missing" x1={tip + way * 12} x2={end} y1={y} y2={y} />
        </>
      ) : (
        <path class="head" d={`M${end} ${y}l${-way * 9} -4v8z`} />
      )}
      <text x={middle} y={y - 8} text-anchor="middle">
        {text}
      </text>
    </g>
  )
}
