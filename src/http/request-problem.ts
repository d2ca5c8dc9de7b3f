import { type Objection, Problem, type ProblemCode, type Subject } from '../domain/problem.ts'

/** Where in the request the fault lies, outermost first: ['body', 'transaction', 'reference']. */
export type Location = readonly (string | number)[]

/** One thing that is wrong with a request, and where. */
export interface LocatedObjection extends Omit<Objection, 'subject'> {
  readonly location: Location
}

/** A refusal by what reads requests, which knows the place in one. */
export class RequestProblem extends Problem {
  readonly located: readonly LocatedObjection[]

  constructor(located: readonly LocatedObjection[]) {
    super(located.map(({ code, message }) => ({ code, message, subject: 'nothing' })))
    this.located = located
  }
}

/** A refusal for a single reason, in a single place. */
export function problem(
  code: ProblemCode,
  message: string,
  location: Location = [],
): RequestProblem {
  return new RequestProblem([{ code, message, location }])
}

const amounts = ['body', 'transaction', 'amount_details']
const method = ['body', 'transaction', 'payment_method']
const card = [...method, 'creditcard']

/** The one place that knows where in a request a refusal's subject stands. */
const places: Readonly<Record<Subject, Location>> = {
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

/** What is wrong with a request, each in its place. */
export function located(refused: Problem): readonly LocatedObjection[] {
  if (refused instanceof RequestProblem) return refused.located
  return refused.objections.map(({ code, message, subject }) => ({
    code,
    message,
    location: places[subject],
  }))
}

/** In the order of the places, as a client reads a request. */
export function inOrder(objections: readonly LocatedObjection[]): readonly LocatedObjection[] {
  const place = ({ location, message }: LocatedObjection) =>
    `${location.map(String).join('\u0001')}\u0000${message}`
  return [...objections].sort((one, other) => (place(one) < place(other) ? -1 : 1))
}
