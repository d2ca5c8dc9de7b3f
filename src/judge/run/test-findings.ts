import { Recent } from '../../base/recent.ts'
import { printable, printableLines } from '../../base/text/printable.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import type { Exchange } from '../../record/exchange.ts'
import { type TestRef, testId } from '../../record/test-ref.ts'
import type { BooksFinding } from '../books/books-document.ts'
import { booksKind } from '../books/books-findings.ts'
import { type AnyFinding, callFindings, paymentFindings } from '../findings/all-findings.ts'
import type { CallContext, JudgeSettings, Sighting, Watcher } from '../findings/finding.ts'
import type { Finding } from '../findings/finding-document.ts'
import { reportedKind } from '../findings/payment/paid-again.ts'
import { orderSighting } from '../findings/payment/words.ts'
import type { Attempt, JudgedPayment } from '../payments/judged-payment.ts'
import { callDocument, callsOf, paymentId, stepDocuments } from '../payments/payment-view.ts'
import { orderName } from '../payments/retry.ts'
import { paidAfter } from '../payments/taken.ts'
import { type Counts, count, countFinding, type FindingCounts } from './tally.ts'

/** The most calls to keep as evidence of one finding. */
const MOST_EVIDENCE = 6

interface FindingRecord {
  readonly kind: AnyFinding
  sighting: Sighting
  exchanges: readonly Exchange[]
  times: number
  /** The finding as it was last read, until it is seen again. */
  finding?: Finding | undefined
}

/** The findings in single calls of a test so far. */
export class CallFindings {
  readonly #limit: number
  readonly #isAccepted: (code: string) => boolean
  readonly #watchers: readonly { readonly kind: AnyFinding; readonly watch: Watcher }[]
  readonly #seen = new Map<string, FindingRecord>()
  /** The keys of findings beyond the limit. */
  readonly #beyond = new Recent<string, true>()
  /** How many findings of each code are beyond the limit. */
  readonly dropped: FindingCounts = { counts_by_code: {}, raised: {}, notes: {}, overcharged: {} }

  /** `isAccepted`: whether findings of this code do not count. */
  constructor(limit: number, isAccepted: (code: string) => boolean) {
    this.#limit = limit
    this.#isAccepted = isAccepted
    this.#watchers = callFindings.map((kind) => ({ kind, watch: kind.watch() }))
  }

  see(exchange: Exchange, context: CallContext): void {
    for (const { kind, watch } of this.#watchers) {
      const sighting = watch(exchange, context)
      if (sighting !== undefined) this.add(kind, sighting, [exchange])
    }
  }

  add(kind: AnyFinding, sighting: Sighting, judged: readonly Exchange[] = []): void {
    const key = `${kind.code} ${sighting.key}`
    const { exchanges = judged, times } = sighting
    const known = this.#seen.get(key)
    if (known === undefined && this.#seen.size >= this.#limit) {
      if (!this.#beyond.has(key) && !this.#isAccepted(kind.code)) countFinding(this.dropped, kind)
      this.#beyond.set(key, true)
    } else if (known === undefined || times !== undefined) {
      // A total replaces everything that was seen under its key.
      this.#seen.set(key, { kind, sighting, exchanges, times: times ?? 1 })
    } else {
      known.finding = undefined
      known.times += 1
      known.exchanges = [...known.exchanges, ...exchanges.slice(-1)].slice(0, MOST_EVIDENCE)
    }
  }

  findings(test: TestRef): readonly Finding[] {
    const counts: Counts = {}
    return [...this.#seen.values()].map((seen, index) => {
      const what = `${seen.kind.code}/${operationOf(seen)}`
      count(counts, what)
      seen.finding ??= findingOf(test, seen, { id: `c${index + 1}`, nth: `${counts[what]}` })
      return seen.finding
    })
  }

  /** Findings in calls that have no answer yet, unless they are reported already. */
  unfinished(test: TestRef, kind: AnyFinding, sightings: readonly Sighting[]): readonly Finding[] {
    const byKey = new Map(sightings.map((sighting) => [sighting.key, sighting]))
    return [...byKey.values()]
      .filter(({ key }) => !this.#seen.has(`${kind.code} ${key}`))
      .map((sighting, index) => {
        const seen = { kind, sighting, exchanges: [], times: 1 }
        return findingOf(test, seen, { id: sighting.key, nth: `${index + 1}` })
      })
  }
}

/** The findings of a payment so far. */
export function findingsIn(
  test: TestRef,
  payment: JudgedPayment,
  settings: JudgeSettings,
): readonly Finding[] {
  return (settings.uniqueReferences ? paymentFindings : notedFindings).flatMap((kind) =>
    kind.judge(payment, settings).map((one, index) => {
      const sighting = orderSighting(one)
      const exchanges = callsOf(sighting.events ?? []).slice(0, MOST_EVIDENCE)
      const id = index === 0 ? `${payment.number}` : `${payment.number}-${index + 1}`
      const seen = { kind, sighting, exchanges, times: 1 }
      return findingOf(test, seen, { id, nth: id, payment: paymentId(test, payment) })
    }),
  )
}

/** What is judged in every payment if a reference may be anything. */
const notedFindings = paymentFindings.map((kind) => reportedKind(kind, { uniqueReferences: false }))

/** The most payments of one order to show with a difference. */
const MOST_PAYMENTS = 20

/** The differences between the shop's books and the gateway, each with its payments. */
export function booksFindingsIn(
  test: TestRef,
  found: readonly BooksFinding[],
  madeBy: (audit: number) => Attempt | undefined,
): readonly Finding[] {
  const withoutPayment = new Map<string, number>()
  return found.map(({ code, severity, order, message, advice, cause, audits, books }, i) => {
    const kind = { ...booksKind(code), severity } as AnyFinding
    const made = audits.flatMap((audit) => madeBy(audit) ?? [])
    const payments = [...new Set(made.map(({ payment }) => payment))].slice(0, MOST_PAYMENTS)
    const [payment] = payments
    const events = payments.flatMap((one) => one.events)
    const state = books?.state === undefined ? '' : ` Your books: ${books.state}.`
    const sighting = {
      key: order,
      subject: orderName(order),
      message: message + state,
      advice,
      cause,
      events,
    }
    const exchanges = callsOf(events).slice(0, MOST_EVIDENCE)
    const seen = { kind, sighting, exchanges, times: 1 }
    // Numbered by their kind, so that differences of other kinds change no key.
    const before = withoutPayment.get(code) ?? 0
    if (payment === undefined) withoutPayment.set(code, before + 1)
    const nth = `${payment?.number ?? before + 1}`
    const paymentOfIt = payment ? paymentId(test, payment) : null
    return findingOf(test, seen, { id: `b${i + 1}`, nth, payment: paymentOfIt })
  })
}

/** What distinguishes a finding from others of its kind. */
interface FindingName {
  readonly id: string
  /** Which one of its kind it is in its test; of a payment, that payment's number. */
  readonly nth: string
  readonly payment?: string | null
}

/** What a finding is about, without ids or references, which differ from run to run. */
function operationOf({ kind, sighting, exchanges }: Omit<FindingRecord, 'times'>): string {
  if (kind.code === 'unmatched-rule') return sighting.subject
  const attempt = sighting.events?.find((event) => event.kind === 'attempt')
  return attempt?.operation ?? exchanges[0]?.operation ?? 'call'
}

function findingOf(
  test: TestRef,
  { kind, sighting, exchanges, times }: FindingRecord,
  { id, nth, payment = null }: FindingName,
): Finding {
  const { events = [], order } = sighting
  const steps = () => stepDocuments(events, order)
  const [first] = payment === null ? [...exchanges, ...events] : events
  return {
    id: `${kind.code}-${testId(test)}-${id}`,
    key: printable(
      `${kind.code}/${test.label ?? `${test.world} ${test.number}`}/${operationOf({ kind, sighting, exchanges })}-${nth}`,
    ),
    code: kind.code,
    severity: kind.severity,
    test,
    payment,
    count: times,
    subject: printable(sighting.subject),
    message: printableLines(sighting.message),
    advice: printableLines(sighting.advice),
    cause: sighting.cause ?? kind.code,
    at: first === undefined ? null : isoUtc(new Date(first.at).getTime()),
    // Made on demand: there may be thousands that are never read.
    get steps() {
      if (payment === null) return [...steps(), ...exchanges.map(callDocument)]
      const paid = paidAfter(events)
      return steps().map((step, i) => ({ ...step, paid: paid[i] ?? 0 }))
    },
    ...(sighting.overcharged && { overcharged: sighting.overcharged }),
    ...(sighting.missed && { missed: sighting.missed }),
    ...(sighting.paid_twice && {
      paid_twice: {
        ...sighting.paid_twice,
        reference: printable(sighting.paid_twice.reference),
      },
    }),
    ...(sighting.unnoticed && { unnoticed: sighting.unnoticed }),
    requests: exchanges.map((one) => one.id),
    evidence: exchanges,
  }
}
