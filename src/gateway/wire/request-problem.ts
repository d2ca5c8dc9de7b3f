import { redactText } from '../../base/redaction/redacted.ts'
import { type Objection, Problem, type ProblemCode, type Subject } from '../../domain/problem.ts'

/** Where in the request the error is, outermost first: ['body', 'transaction', 'reference']. */
export type Location = readonly (string | number)[]

/** One error of a request, and where it is. */
export interface LocatedObjection extends Omit<Objection, 'subject'> {
  readonly location: Location
}

/** A refusal that knows the location of each error in the request. */
export class RequestProblem extends Problem {
  readonly located: readonly LocatedObjection[]

  constructor(located: readonly LocatedObjection[]) {
    super(located.map(({ code, message }) => ({ code, message, subject: 'nothing' })))
    this.located = located
  }
}

/** A refusal for one reason in one place. */
export function requestProblem(
  code: ProblemCode,
  message: string,
  location: Location = [],
): RequestProblem {
  return new RequestProblem([{ code, message, location }])
}

/** Of two values of a query parameter, one would be ignored. */
export function repeatedParameter(name: string): LocatedObjection {
  const location = ['query', redactText(name)]
  return { code: 'repeated_parameter', message: 'Must be given only once', location }
}

/** The refusal of a call to a run from a file. */
export function recordedRun(): RequestProblem {
  const message = 'This run comes from a file; it cannot be changed or saved again'
  return requestProblem('method_not_allowed', message, ['path'])
}

const amounts = ['body', 'transaction', 'amount_details']
const method = ['body', 'transaction', 'payment_method']
const card = [...method, 'creditcard']

/** The only place that maps the subject of a refusal to its location in a request. */
const locations: Readonly<Record<Subject, Location>> = {
  amount: [...amounts, 'total_amount'],
  currency: [...amounts, 'currency'],
  kvps: ['body', 'kvps'],
  target: ['path', 'audit'],
  payment_method: method,
  pan: [...card, 'pan'],
  expiry: [...card, 'expiry_date'],
  cvv: [...card, 'cvv'],
  merchant: ['body', 'merchant', 'id'],
  correlation_id: ['header', 'X-Correlation-Id'],
  customer_reference: ['body', 'reference'],
  preferred_name: ['body', 'preferred_name'],
  account: ['body', 'account'],
  stored_expiry: ['body', 'account', 'general_creditcard', 'CARD.EXPIRY'],
  world: ['path', 'world'],
  scenario: ['path', 'name'],
  rule: ['body'],
  rule_name: ['path', 'name'],
  clock_now: ['body', 'now'],
  advance_to: ['body', 'to'],
  advance_by: ['body', 'by'],
  seeded_tokens: ['body', 'tokens'],
  document: ['body'],
  nothing: [],
}

/** The errors of a request, each with its location. */
export function located(refused: Problem): readonly LocatedObjection[] {
  if (refused instanceof RequestProblem) return refused.located
  return refused.objections.map(({ code, message, subject, nearest }) => ({
    code,
    message,
    nearest,
    location: locations[subject],
  }))
}

/** Sorts errors by location, in the order in which a client reads a request. */
export function inOrder(objections: readonly LocatedObjection[]): readonly LocatedObjection[] {
  const sortKey = ({ location, message }: LocatedObjection) =>
    `${location.map(String).join('\u0001')}\u0000${message}`
  return [...objections].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
}
