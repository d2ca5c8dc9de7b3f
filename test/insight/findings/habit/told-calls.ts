import { redactText } from '../../../../src/domain/redaction/redacted.ts'
import type { Exchange, ExchangeFacts } from '../../../../src/insight/exchange.ts'
import type { Finding, FindingCode } from '../../../../src/insight/findings/finding.ts'
import type { Operation } from '../../../../src/scenario/rule.ts'
import { ToldChapter } from '../../support/told-chapter.ts'

export interface ToldCall {
  readonly operation: Operation
  readonly path?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly merchant?: number
  readonly status?: number | undefined
  readonly fault?: Exchange['fault']
  /** When it arrives, in milliseconds since the first, by the client's clock. */
  readonly ms?: number
  /** How far the sandbox clock was moved on by then. */
  readonly ahead?: number
  readonly took?: number
  readonly origin?: string
  readonly unknown?: readonly string[]
  readonly facts?: Partial<ExchangeFacts>
}

/** Tells a chapter of calls of any operation, and gives what was found of one kind. */
export class ToldCalls extends ToldChapter {
  readonly #since = this.exchange({}, undefined)

  call(told: ToldCall): void {
    const base = this.exchange({}, undefined)
    const { ms = 0, ahead = 0 } = told
    const { operation, path = `/v1/${operation}`, query = {}, body, unknown = [] } = told
    const redacted = Object.entries(query).map(([name, value]) => [name, redactText(value)])
    this.history.ended({
      ...base,
      operation,
      at: this.#since.at + ms + ahead,
      realAt: this.#since.realAt + ms,
      merchant: told.merchant ?? 1,
      request: {
        ...base.request,
        path: redactText(path),
        query: Object.fromEntries(redacted),
        body: body as Exchange['request']['body'],
        origin: told.origin === undefined ? undefined : redactText(told.origin),
        unknownMembers: unknown.map(redactText),
      },
      answer: { status: 'status' in told ? told.status : 200, body: undefined },
      fault: told.fault,
      durationMs: told.took ?? 1,
      facts: { waitedMs: 1, ...told.facts },
    })
  }

  found(code: FindingCode): readonly Finding[] {
    return this.findings().filter((one) => one.code === code)
  }
}
