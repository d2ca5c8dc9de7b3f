import { counted } from '../../base/text/counted.ts'
import type { WholePaymentResponse } from '../../control/contract/calls/report.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { LOOK_PATIENCE_MS, unresolved } from '../../judge/findings/payment/unresolved.ts'
import { rejudged } from '../../judge/report/make-report.ts'
import type { ReportDocument } from '../../judge/report/report-document.ts'

/** A payment whose response was lost, and whose client may still look it up; or one without a response yet. */
export interface OpenResponse {
  readonly payment: string
  /** Its errors, which are found now and may go away. */
  readonly errors: number
  /** Milliseconds until it is judged. */
  readonly left: number
  /** Whether its request has no response yet, so that nothing is lost. */
  readonly isUnderWay: boolean
  /** Whether the gateway has not decided it yet. */
  readonly isUndecided: boolean
}

/** How many responses told nothing and may still be looked up; undefined if none. */
export function waitingText(open: readonly OpenResponse[]): string | undefined {
  const dark = open.filter(({ isUnderWay }) => !isUnderWay)
  if (dark.length === 0) return undefined
  const undecided = dark.filter(({ isUndecided }) => isUndecided).length
  const rest = undecided === dark.length ? 'undecided' : 'lost or undecided'
  const how = undecided === 0 ? 'lost' : rest
  return `${counted(dark.length, 'response')} ${how}, waiting for your client to look`
}

/** Those of one test. */
export function openIn(test: string, open: readonly OpenResponse[]): readonly OpenResponse[] {
  return open.filter(({ payment }) => payment.startsWith(`${test}-`))
}

/** A report of what is judged: its first line, findings and tests do not count what is open. */
export function judgedSoFar(report: ReportDocument, open: readonly OpenResponse[]): ReportDocument {
  if (open.length === 0) return report
  const { counts, counts_by_code, undecided, findings, tests } = report
  const { [unresolved.code]: count = 0 } = counts_by_code
  // What the config accepts is not counted.
  const errors = Math.min(count, errorsOf(open))
  const opened = new Set<string | null>(open.map(({ payment }) => payment))
  return rejudged(
    {
      ...report,
      counts: { ...counts, error: counts.error - errors },
      undecided: undecided - open.filter(({ isUndecided }) => isUndecided).length,
      counts_by_code: { ...counts_by_code, [unresolved.code]: count - errors },
      findings: findings.filter(
        ({ code, payment }) => code !== unresolved.code || !opened.has(payment),
      ),
      tests: tests.map((test) => {
        const error = Math.max(0, test.counts.error - errorsOf(openIn(test.id, open)))
        return { ...test, counts: { ...test.counts, error } }
      }),
    },
    {},
  )
}

function errorsOf(open: readonly OpenResponse[]): number {
  return open.reduce((sum, { errors }) => sum + errors, 0)
}

/** Who sees whether a client may still come back. */
type Watching = Pick<Visit, 'isReadOnly' | 'clientEnd'>

/** What decides how long a payment waits for its client. */
interface LastResponse {
  readonly world: string
  readonly isEnded: boolean
  readonly respondedAt: number
}

/** What is not judged yet: lost responses that somebody may look up, and requests under way. */
export function openAnswers(visit: Visit): readonly OpenResponse[] {
  if (visit.isReadOnly) return []
  return visit.unresolvedPayments().flatMap((payment) => {
    const { id, errors, isUnderWay, isUndecided } = payment
    if (payment.isOwn) return []
    const left = isUnderWay ? LOOK_PATIENCE_MS : leftAfter(visit, payment)
    return left === 0 ? [] : [{ payment: id, errors, left, isUnderWay, isUndecided }]
  })
}

/** The unresolved payments of the dashboard itself: nobody is judged by them. */
export function unjudgedPayments(visit: Visit): readonly string[] {
  return visit
    .unresolvedPayments()
    .filter(({ isOwn }) => isOwn)
    .map(({ id }) => id)
}

/** Milliseconds until this payment is judged; 0: it is. */
export function timeLeft(visit: Watching, payment: WholePaymentResponse): number {
  return payment.verdict === 'unresolved' && !payment.own ? patienceLeft(visit, payment) : 0
}

/** Milliseconds in which its client may still act on its last response. */
export function patienceLeft(
  visit: Watching,
  { test, ended, requests }: WholePaymentResponse,
): number {
  if (visit.isReadOnly) return 0
  const ends = requests.map(({ real_at, duration }) => Date.parse(real_at) + duration)
  return leftAfter(visit, {
    world: test.world,
    isEnded: ended,
    respondedAt: Math.max(0, ...ends),
  })
}

function leftAfter(visit: Watching, { world, isEnded, respondedAt }: LastResponse): number {
  if (isEnded || respondedAt <= visit.clientEnd(world)) return 0
  return Math.max(0, Math.ceil(respondedAt + LOOK_PATIENCE_MS - Date.now()))
}

/** When the page has to be looked at again; undefined if nothing is open. */
export function soonest(open: readonly OpenResponse[]): number | undefined {
  return open.length === 0 ? undefined : Math.min(...open.map(({ left }) => left))
}
