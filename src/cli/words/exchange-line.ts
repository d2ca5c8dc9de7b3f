import { printable } from '../terminal/printable.ts'
import { type Style, type Tone, toneOf } from '../terminal/style.ts'

/** What one line can say about a call. Everything in it is masked already. */
export interface ExchangeSummary {
  readonly world: string
  /** Undefined: the call was for no operation. */
  readonly operation: string | undefined
  readonly method: string
  readonly path: string
  /** Undefined: no whole answer was given. */
  readonly status: number | undefined
  /** What became of the transaction. */
  readonly outcome: string | undefined
  /** The error code of an answer that refused. */
  readonly refusal: string | undefined
  readonly fault: string | undefined
  readonly rule: string | undefined
  readonly durationMs: number
}

/** `POST /v1/transactions/purchase  200 approved  default/a-rule  3 ms` */
export function exchangeLine(exchange: ExchangeSummary, style: Style): string {
  const { world, method, path, rule, durationMs } = exchange
  const place = world === 'default' ? path : `/w/${world}${path}`
  const { text, tone } = resultOf(exchange)
  const parts = [
    `${method.padEnd(6)} ${printable(place).padEnd(26)}`,
    style(tone, text.padEnd(12)),
    ...(rule === undefined ? [] : [style('link', printable(rule))]),
    style('quiet', `${Math.round(durationMs)} ms`),
  ]
  return parts.join('  ')
}

/** What the client got: a status with the outcome, or how it was left without an answer. */
export function resultOf({ status, outcome, refusal, fault }: ExchangeSummary): {
  readonly text: string
  readonly tone: Tone
} {
  if (status === undefined) return { text: `--- ${fault ?? 'cut off'}`, tone: 'bad' }
  const words = [String(status), outcome ?? refusal ?? '']
  return { text: words.join(' ').trimEnd(), tone: toneOfAnswer(status, outcome) }
}

function toneOfAnswer(status: number, outcome: string | undefined): Tone {
  if (status >= 500) return 'bad'
  if (status >= 400) return 'odd'
  return outcome === undefined ? 'good' : toneOf(outcome)
}
