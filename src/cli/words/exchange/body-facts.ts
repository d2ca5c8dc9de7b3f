import { moneyText } from '../../../domain/money.ts'
import { memberOf } from '../../../domain/plain-object.ts'

/** What a line can tell from the bodies of a call. */
export interface BodyFacts {
  readonly money: string | undefined
  readonly reference: string | undefined
  /** The bank's code and its words. */
  readonly code: string | undefined
  readonly words: string | undefined
  /** The error code of an answer that refused, and the member that it is about. */
  readonly refusal: string | undefined
  /** What a list holds: `2 found`. */
  readonly found: string | undefined
}

/** Reads both bodies, whatever they are: a client may send and a scenario may answer anything. */
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
  // `invalid_pan` says which member it is about.
  if (code === undefined || code.endsWith(`_${members.at(-1)}`)) return code
  return [code, ...(members.length === 0 ? [] : [members.join('.')])].join(' ')
}

/** `transaction`, `reference`; what is wrong with a path or a header, the code tells by itself. */
function membersIn(location: unknown): readonly unknown[] {
  if (!Array.isArray(location)) return []
  const [part, ...members] = location
  return part === 'body' || part === 'query' ? members : []
}

function textAt(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name)
  return typeof text === 'string' ? text : undefined
}
