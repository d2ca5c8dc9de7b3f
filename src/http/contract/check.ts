import type * as z from 'zod'
import { RequestProblem } from '../request-problem.ts'
import { type Marks, marksOf } from './marks.ts'
import { objections } from './objection.ts'

/** Parses a request by its contract; throws all errors at once. */
export interface Check<Output> {
  (request: unknown): Output
  /** Which values of the request may be stored. */
  readonly marks: Marks
}

/** `plain` may know the result for usual requests; the contract decides all others. */
export function checkAgainst<Output>(
  contract: z.ZodType<Output>,
  plain: (request: unknown) => Output | undefined = () => undefined,
): Check<Output> {
  const check = (request: unknown): Output => {
    const known = plain(request)
    if (known !== undefined) return known
    const result = contract.safeParse(request)
    if (!result.success) throw new RequestProblem(objections(result.error))
    return result.data
  }
  return Object.assign(check, { marks: marksOf(contract) })
}

type Checks<Contracts> = {
  readonly [Name in keyof Contracts]: Contracts[Name] extends z.ZodType<infer Output>
    ? Check<Output>
    : never
}

export function checksAgainst<Contracts extends Readonly<Record<string, z.ZodType>>>(
  contracts: Contracts,
): Checks<Contracts> {
  const checks = Object.entries(contracts).map(([name, one]) => [name, checkAgainst(one)])
  return Object.fromEntries(checks)
}
