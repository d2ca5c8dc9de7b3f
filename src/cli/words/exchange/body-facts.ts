import { moneyText } from '../../../domain/money.ts'
import { memberOf } from '../../../domain/plain-object.ts'

/** The facts of both bodies that fit in a line. */
export interface BodyFacts {
  readonly money: string | undefined
  readonly reference: string | undefined
  /** The bank's response code and message. */
  readonly code: string | undefined
  readonly words: string | undefined
  /** The error code of a refusal, and the member it is about. */
  readonly refusal: string | undefined
  /** The number of results of a list: `2 found`. */
  readonly found: string | undefined
}

/** Reads both bodies without assumptions: clients may send and scenarios may answer anything. */
export function bodyFacts(request: unknown, answer: unknown): BodyFacts {
  const results = memberOf(answer, 'results')
  const [only] = Array.isArray(results) && results.length === 1 ? results : [undefined]
  const shown = only ?? answer
  const sent = memberOf(request, 'transaction') ?? memberOf(shown, 'transaction')
  const acquirer = memberOf(memberOf(shown, 'status'), 'acquirer')
  return {
    money: moneyIn(memberOf(sent, 'amount_details')),
    reference: textAt(sent, 'reference') ?? textAt(request, 'reference'),
    code: textAt(acquirer, 'response_code'),
    words:
      textAt(acquirer, 'response_message') ||
      textAt(memberOf(shown, 'status'), 'gateway_status_message'),
    refusal: refusalIn(answer),
    found: Array.isArray(results) ? foundText(results.length) : undefined,
  }
}

function foundText(count: number): string {
  return count === 0 ? 'nothing found' : `${count} found`
}

function moneyIn(details: unknown): string | undefined {
  const cents = textAt(details, 'total_amount')
  if (cents === undefined || !/^\d{1,10}$/.test(cents)) return undefined
  return moneyText(Number(cents), textAt(details, 'currency') ?? '')
}

function refusalIn(answer: unknown): string | undefined {
  const errors = memberOf(answer, 'errors')
  if (!Array.isArray(errors)) return undefined
  const code = textAt(errors[0], 'error_code')
  const members = membersIn(memberOf(errors[0], 'location'))
  // `invalid_pan` already names the member.
  if (code === undefined || code.endsWith(`_${members.at(-1)}`)) return code
  return [code, ...(members.length === 0 ? [] : [members.join('.')])].join(' ')
}

/** `transaction`, `reference`; for a path or a header the code says enough. */
function membersIn(location: unknown): readonly unknown[] {
  if (!Array.isArray(location)) return []
  const [part, ...members] = location
  return part === 'body' || part === 'query' ? members : []
}

function textAt(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name)
  return typeof text === 'string' ? text : undefined
}
