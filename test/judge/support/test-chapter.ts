import { redactText } from '../../../src/base/redaction/redacted.ts'
import { isoUtc } from '../../../src/domain/time/instant.ts'
import type {
  TransactionKind,
  TransactionStatus,
} from '../../../src/domain/transaction/kinds-and-statuses.ts'
import type { Finding } from '../../../src/judge/findings/finding-document.ts'
import { Judge } from '../../../src/judge/judge.ts'
import type { JudgedPayment } from '../../../src/judge/payments/judged-payment.ts'
import type { PaymentView } from '../../../src/judge/payments/payment-view.ts'
import type { KeptLimits } from '../../../src/judge/run/kept.ts'
import type { RunPart } from '../../../src/judge/run/run-part.ts'
import type { Exchange, ExchangeFacts, Made, Moved } from '../../../src/record/exchange.ts'
import type { History } from '../../../src/record/history.ts'
import { Recorder } from '../../../src/record/recorder.ts'
import type { FaultDocument } from '../../../src/scenario/faults/table.ts'
import { TUESDAY_NOON } from '../../support/start.ts'

export const testLimits = {
  correlationCacheMs: 24 * 3_600_000,
  clientTimeoutMs: 120_000,
  paymentsKept: 1000,
  findingsKept: 1000,
  uniqueReferences: false,
  requestLimit: 1000,
}

export interface TestCall {
  readonly operation?: TransactionKind
  /** Undefined: it has none. */
  readonly id?: string | undefined
  readonly reference?: string
  readonly amount?: number
  readonly target?: number
  /** Undefined: it is not known. */
  readonly card?: string | undefined
  readonly merchant?: number
  readonly currency?: string
  /** Cents with the surcharge. */
  readonly total?: number
  /** Milliseconds that pass before it. */
  readonly later?: number
  /** What happened to it; left out: nothing was processed. */
  readonly made?: TransactionStatus
  readonly code?: string
  /** What else is to be said of the transaction. */
  readonly with?: Partial<Made>
  readonly method?: 'card' | 'direct_debit'
  /** Undefined: no whole answer. */
  readonly status?: number | undefined
  readonly fault?: FaultDocument
  readonly facts?: Partial<ExchangeFacts>
}

/** Tells a test of calls as the server would, one after the other. */
export class SimulatedTest {
  readonly recorder: Recorder
  readonly judge: Judge
  history: History
  #lastRequest = 0
  #lastAudit = 1_000_000
  #sequence = 0
  #now = TUESDAY_NOON
  /** How far the sandbox clock was moved on. */
  #ahead = 0

  constructor(changes: Partial<typeof testLimits & KeptLimits> = {}, label?: string) {
    const settings = { ...testLimits, ...changes }
    this.recorder = new Recorder(settings)
    this.judge = new Judge(settings, { recorder: this.recorder, now: () => this.now })
    this.history = this.begun('default', label)
  }

  /** Real time. */
  get now(): number {
    return this.#now - this.#ahead
  }

  /** A test begins in a world, as after a reset. */
  begun(world: string, label?: string): History {
    const boundary = { unmatched: [], isReset: true, isStored: false }
    return this.recorder.begin({ record: 'test', world, name: label ?? null, ...boundary })
  }

  /** A world is removed. */
  remove(world = 'default', unmatched: readonly string[] = []): void {
    this.recorder.end({ record: 'ended', world, unmatched })
  }

  /** The world is reset; calls that are under way belong to the test before. */
  reset(label?: string): void {
    this.history = this.begun('default', label)
  }

  get part(): RunPart {
    return this.judge.part(wholeRun)
  }

  findings(): readonly Finding[] {
    return this.part.findings
  }

  payments(): readonly PaymentView[] {
    return this.judge.payments(wholeRun)
  }

  /** A transaction request; gives its audit. */
  pay(told: TestCall): number {
    const exchange = this.exchangeOf(told)
    this.history.ended(exchange)
    return exchange.audit ?? 0
  }

  /** A transaction request as an exchange that nobody has been told of. */
  exchangeOf(told: TestCall): Exchange {
    return this.exchange(told, told.made === undefined ? undefined : this.#made(told, told.made))
  }

  /** The open payments as the book keeps them, oldest first. */
  open(): readonly JudgedPayment[] {
    return [...(this.judge.judged(this.history)?.book.payments ?? [])]
  }

  /** A transaction request that has arrived; the returned function answers it. */
  prepare(told: TestCall): () => void {
    const exchange = this.exchangeOf(told)
    return () => this.history.ended({ ...exchange, responded: this.#next() })
  }

  /** A transaction request whose answer takes its time: `meanwhile` happens before it. */
  paySlowly(told: TestCall, meanwhile: () => void): number {
    const end = this.begin(told)
    meanwhile()
    return end()
  }

  /** A transaction request whose answer comes, or is lost, when the returned function is called. */
  begin(told: TestCall): () => number {
    const { history } = this
    const exchange = this.exchangeOf(told)
    history.begun(exchange)
    return () => {
      history.ended({ ...exchange, responded: this.#next() })
      return exchange.audit ?? 0
    }
  }

  /** A slow request, whose client may stop waiting before its answer comes. */
  slow(told: TestCall) {
    const { history } = this
    const exchange = this.exchangeOf(told)
    history.begun(exchange)
    return {
      leave: (ms: number) => history.left(exchange, Date.parse(exchange.real_at) + ms),
      /** `made`: what the bank has decided by then. */
      answer: (made: Partial<Made> = {}) => {
        const facts = exchange.facts.made && { made: { ...exchange.facts.made, ...made } }
        const responded = this.#next()
        history.ended({ ...exchange, responded, facts: { ...exchange.facts, ...facts } })
      },
    }
  }

  /** A search; null: it was empty. */
  search(
    id: string,
    shown: { audit: number; status: TransactionStatus } | null,
    merchant = 1,
  ): void {
    const base = this.exchange({ status: 200, merchant }, undefined)
    this.history.ended({
      ...base,
      operation: 'search',
      request: { ...base.request, query: { correlation_id_lookup: redactText(id) } },
      asked: { correlation_id: redactText(id), correlation_key: redactText(id) },
      facts: {
        waited_ms: 1,
        shown: shown && { ...shown, ...paid },
      },
    })
  }

  /** A search that was not answered as it should be. */
  failSearch(id: string, status = 503): void {
    const base = this.exchange({ status }, undefined)
    const asked = { correlation_key: redactText(id) }
    this.history.ended({ ...base, operation: 'search', asked, facts: { waited_ms: 1 } })
  }

  lookup(audit: number, status: TransactionStatus): void {
    const base = this.exchange({ status: 200 }, undefined)
    const facts = { waited_ms: 1, shown: { audit, status, ...paid } }
    this.history.ended({ ...base, operation: 'lookup', asked: { audit }, facts })
  }

  moved(audit: number, to: TransactionStatus, more: Partial<Moved> = {}): void {
    this.history.moved({
      audit,
      to,
      at: isoUtc(this.#now),
      by_response: false,
      expired: false,
      ...more,
    })
  }

  moveClock(ms: number): void {
    this.#ahead += ms
    this.#now += ms
  }

  /** Without the notes about references that were paid more than once, as many tests do. */
  codes(): readonly string[] {
    const { notes } = this.part.tally
    return this.findings().flatMap(({ code }) => (notes[code] === undefined ? [code] : []))
  }

  exchange(told: TestCall, made: Made | undefined): Exchange {
    this.#lastRequest += 1
    this.#now += 1010 + (told.later ?? 0)
    const { operation = 'purchase', reference = 'A-1001', amount = 4995, target } = told
    const text = 'id' in told ? told.id : `corr-${this.#lastRequest}`
    const id = text === undefined ? undefined : redactText(text)
    const isVoid = operation === 'void'
    return {
      id: this.#lastRequest,
      at: isoUtc(this.#now),
      real_at: isoUtc(this.#now - this.#ahead),
      arrived: this.#next(),
      responded: this.#next(),
      operation,
      merchant: told.merchant ?? 1,
      request: {
        method: 'POST',
        path: redactText(`/v1/transactions/${operation}`),
        query: {},
        correlation_id: id ?? null,
        correlation_key: id,
        origin: null,
        body: {},
        unknown_fields: [],
        headers: {},
      },
      asked: {
        reference: redactText(reference),
        amount: isVoid ? undefined : amount,
        currency: isVoid ? undefined : redactText(told.currency ?? 'AUD'),
        target,
      },
      response: { status: 'status' in told ? (told.status ?? null) : 200, headers: {} },
      rules: [],
      fault: told.fault ?? null,
      audit: made?.audit ?? null,
      outcome: made?.status ?? null,
      card: 'card' in told ? told.card : 'card-1',
      duration: 1,
      sender: undefined,
      facts: {
        waited_ms: 1,
        made,
        ...told.facts,
      },
      processed: this.#sequence,
    }
  }

  #next(): number {
    this.#sequence += 1
    return this.#sequence
  }

  #made(
    {
      operation = 'purchase',
      amount = 4995,
      method = 'card',
      code,
      total,
      currency,
      ...told
    }: TestCall,
    status: TransactionStatus,
  ): Made {
    this.#lastAudit += 1
    return {
      audit: this.#lastAudit,
      kind: operation,
      status,
      gateway_status_code: 0,
      response_code: code ?? (status === 'approved' ? '00' : ''),
      amount,
      total: total ?? amount,
      currency: currency ?? 'AUD',
      method,
      card_type: method === 'card' ? 'visa' : undefined,
      expiry: '2030-12',
      by_token: false,
      surcharged: false,
      drifting: false,
      ...told.with,
    }
  }
}

const wholeRun = { world: undefined, isCurrentOnly: false }

export const lostAfter = {
  made: 'approved',
  status: undefined,
  fault: { at: 'after', reset: true },
} as const satisfies TestCall

export const lostBefore = {
  status: 503,
  fault: { at: 'before', http: 503 },
} as const satisfies TestCall

/** What a lookup shows of the payment besides its number and status. */
const paid = {
  reference: redactText('A-1'),
  amount: 1000,
  currency: 'AUD',
  drifting: false,
}
