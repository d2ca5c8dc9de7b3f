import type { Child, PropsWithChildren } from 'hono/jsx'
import type { Meaning } from '../../control/facts/meaning.ts'
import { statusMeaning } from '../../control/facts/meaning.ts'
import type { ReportVerdict } from '../../judge/report-verdict.ts'

/** Small drawings of what happened, and what those of steps mean; each differs in shape, not in colour alone. */
const drawings: Readonly<Record<string, readonly [path: string, meaning?: string]>> = {
  approved: ['M3 8.500l3.200 3.200L13 4.800', 'approved'],
  declined: ['M4 4l8 8M12 4l-8 8', 'declined'],
  pending: [
    'M5 8h.010M8 8h.010M11 8h.010M8 1.800a6.200 6.200 0 1 0 0 12.400A6.200 6.200 0 0 0 8 1.800',
    'pending',
  ],
  lost: ['M2 8h3.500M10.500 8H14M6.500 4.500l3 7M9.500 4.500l-3 7', 'response lost'],
  failed: ['M8 3.500v5.500M8 11.800v.700', 'refused or failed'],
  question: [
    'M5.500 6a2.500 2.500 0 1 1 3.700 2.200C8.300 8.700 8 9.200 8 10M8 12.300v.500',
    'undecided',
  ],
  lookup: ['M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9M10.400 10.400L14 14', 'looked up'],
  refund: ['M6 4L2.500 7.500 6 11M3 7.500h6.500a3.500 3.500 0 0 1 0 6H8', 'refunded'],
  void: ['M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M3.800 12.200l8.400-8.400', 'voided'],
  hold: ['M5.500 3.500v9M10.500 3.500v9', 'money held'],
  double: ['M1.500 9l2.500 2.500L9 5.500M7 10.500l1 1L14.500 5'],
  clock: ['M8 4.500V8h3M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2', 'changed as scheduled'],
  returned: ['M13 3v6H4M7 6L4 9l3 3', 'debit returned'],
  slow: [
    'M4 2.500h8M4 13.500h8M5 2.500c0 4 6 7 6 11M11 2.500c0 4-6 7-6 11',
    'waiting for a response',
  ],
  card: ['M2 3.800h12v8.400H2zM2 6.800h12'],
  direct_debit: [
    'M2.500 6.500L8 3l5.500 3.500zM4.500 6.500v5M8 6.500v5M11.500 6.500v5M2.500 13h11',
  ],
  again: ['M12.500 6A5 5 0 1 0 13 9M12.500 2.500V6H9', 'same response again'],
  warning: ['M8 2.500L14.500 13.500h-13zM8 6.500v3M8 11.300v.400'],
  none: ['M4.500 8h7'],
  note: ['M8 7.500v4M8 4.500v.500'],
}

/** Drawn once a page; every mark refers to it. */
export function MarkSprite() {
  return (
    <svg class="sprite" width="0" height="0" aria-hidden="true">
      {Object.entries(drawings).map(([name, [path]]) => (
        <symbol id={`mark-${name}`} viewBox="0 0 16 16">
          <path d={path} />
        </symbol>
      ))}
    </svg>
  )
}

interface MarkProps {
  readonly name: string
  readonly tone?: string
  /** For readers who cannot see it; undefined if the words are next to it. */
  readonly label?: string
}

export function Mark({ name, tone = 'calm', label }: MarkProps) {
  const isHidden = label === undefined ? 'true' : undefined
  return (
    <svg class={`mark ${tone}`} role="img" aria-label={label} aria-hidden={isHidden}>
      {label !== undefined && <title>{label}</title>}
      <use href={`#mark-${Object.hasOwn(drawings, name) ? name : 'note'}`} />
    </svg>
  )
}

/** How something is drawn: a shape, and a colour with the same meaning. */
export interface MarkLook {
  readonly mark: string
  readonly tone: Meaning
  /** How its word stands out, as in a grid: `filled`, `outlined` or `amber`. */
  readonly tile?: string | undefined
}

/** How the verdict on a run, a test or a world is drawn. */
export const ladderLooks = {
  unsafe: { mark: 'failed', tone: 'bad', tile: 'outlined' },
  warnings: { mark: 'warning', tone: 'warn' },
  untested: { mark: 'none', tone: 'calm' },
  safe: { mark: 'approved', tone: 'good' },
} as const satisfies Readonly<Record<ReportVerdict, MarkLook>>

type WordProps = PropsWithChildren<{ look: MarkLook; title?: string }>

export function MarkedWord({ look: { mark, tone, tile }, title, children }: WordProps) {
  return (
    <span class={tile ? `verdict ${tone} ${tile}` : `verdict ${tone}`} title={title}>
      <Mark name={mark} tone={tile ? '' : tone} />
      {children}
    </span>
  )
}

const stripMarks = { good: 'approved', calm: 'none', warn: 'warning', bad: 'failed' }

/** The verdict, at the top of a page. `mark`: unless given, by the tone. */
export function VerdictPanel(props: PropsWithChildren<{ tone: MarkLook['tone']; mark?: string }>) {
  const { tone, mark = stripMarks[tone] } = props
  return (
    <section class={`strip ${tone}`} aria-label="Verdict" id="verdict">
      <Mark name={mark} tone={tone} />
      {props.children}
    </section>
  )
}

type EntryProps = { look: MarkLook; under: Child; isChosen?: boolean }

/** One entry of a timeline. `under`: in small print below. */
export function TimeLineEntry(props: PropsWithChildren<EntryProps>) {
  const { mark, tone } = props.look
  return (
    <li class={props.isChosen ? 'chosen' : undefined}>
      <Mark name={mark} tone={tone} />
      <div>
        <p>{props.children}</p>
        <p class="small-print soft">{props.under}</p>
      </div>
    </li>
  )
}

const statusMarks: Readonly<Record<string, string>> = {
  approved: 'approved',
  declined: 'declined',
  pending: 'pending',
  error: 'failed',
  voided: 'void',
  unknown: 'question',
  returned: 'returned',
  expired: 'clock',
}

/** How a transaction's status is drawn. */
export function statusLook(status: string): MarkLook {
  return { mark: statusMarks[status] ?? 'note', tone: statusMeaning(status) }
}

/** The colours that marks of steps have; the others are calm. */
const toneOfMark: Readonly<Record<string, MarkLook['tone']>> = {
  approved: 'good',
  hold: 'good',
  lost: 'warn',
  failed: 'warn',
  question: 'warn',
}

/** What the small drawings in the list mean. */
export function MarkLegend() {
  return (
    <details class="panel legend-of-marks" id="legend">
      <summary>What the marks mean</summary>
      <ul>
        {Object.entries(drawings).map(
          ([mark, [, words]]) =>
            words !== undefined && (
              <li>
                <Mark name={mark} tone={toneOfMark[mark] ?? 'calm'} /> {words}
              </li>
            ),
        )}
      </ul>
    </details>
  )
}

/** A colour of a chart, beside what it means. */
export function ColourKey({ tone, isRound = false }: { tone: string; isRound?: boolean }) {
  return (
    <svg width="10" height="10" aria-hidden="true" class="chart key-square">
      <rect class={`fill-${tone}`} width="10" height="10" rx={isRound ? 5 : 2} />
    </svg>
  )
}
