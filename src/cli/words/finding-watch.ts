import { monotonicMs } from '../../base/monotonic.ts'
import { type FindingCode, findingName } from '../../judge/findings/all-findings.ts'
import type { Finding } from '../../judge/findings/finding-document.ts'
import { LOOK_PATIENCE_MS } from '../../judge/findings/payment/unresolved.ts'
import { findingPage } from '../../judge/report/report-blocks.ts'
import type { Running } from '../../runtime/running.ts'
import type { Output } from '../terminal/output.ts'
import { severityStyles } from '../terminal/style.ts'

/** Milliseconds from a request to the look at what it shows. */
const LOOK_AFTER = 300

/** How many findings have a line at a time. */
const MOST_LINES = 5

/** The client may still do what it left out so far. */
const mayGoAway: readonly FindingCode[] = [
  ...(['unresolved', 'ignored-pending', 'lost-sale', 'hold-left-open', 'forgotten-hold'] as const),
]

/** Known only at the end of a run. */
const ofTheEnd: readonly FindingCode[] = ['unmatched-rule']

/** Prints a line for each new finding of a running sandbox. */
export class FindingWatch {
  readonly #running: Pick<Running, 'findings' | 'url'>
  readonly #output: Output
  #shown: ReadonlySet<string> = new Set()
  /** Since when a finding is known that may go away. */
  #since: ReadonlyMap<string, number> = new Map()
  #timer: NodeJS.Timeout | undefined
  #nextLook = Number.POSITIVE_INFINITY

  constructor(running: Pick<Running, 'findings' | 'url'>, output: Output) {
    this.#running = running
    this.#output = output
  }

  /** Something happened. */
  poke(after = LOOK_AFTER): void {
    const at = monotonicMs() + after
    if (at >= this.#nextLook) return
    clearTimeout(this.#timer)
    this.#nextLook = at
    this.#timer = setTimeout(() => this.look(), after).unref()
  }

  /** Prints what is new. */
  look(now = monotonicMs()): void {
    this.#nextLook = Number.POSITIVE_INFINITY
    const all = this.#running
      .findings()
      .filter(({ severity, code }) => severity !== 'note' && !ofTheEnd.includes(code))
    const open = all.filter(({ code }) => mayGoAway.includes(code))
    this.#since = new Map(open.map(({ id }) => [id, this.#since.get(id) ?? now]))
    const isWaiting = ({ id }: Finding) => now - (this.#since.get(id) ?? 0) < LOOK_PATIENCE_MS
    const due = all.filter((finding) => !open.includes(finding) || !isWaiting(finding))
    const news = due.filter(({ id }) => !this.#shown.has(id))
    this.#shown = new Set(due.map(({ id }) => id))
    this.#print(news)
    if (open.some(isWaiting)) this.poke(LOOK_PATIENCE_MS)
  }

  #print(news: readonly Finding[]): void {
    const { say, style } = this.#output
    const { url } = this.#running
    const pages = [...new Set(news.map(findingPage))]
    for (const page of pages.slice(0, MOST_LINES)) {
      const findings = news.filter((one) => findingPage(one) === page)
      const { severity = 'error', subject = '' } = findings[0] ?? {}
      const word = style(severityStyles[severity], severity.toUpperCase())
      const name = style('strong', findingName(...findings.map(({ code }) => code)))
      say(`${word} ${name}  ${subject}  ${style('link', `${url}${page}`)}`)
    }
    const more = pages.length - MOST_LINES
    if (more > 0) say(`… and ${more} more: ${style('link', `${url}/_sandbox/report`)}`)
  }
}
