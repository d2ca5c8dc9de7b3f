import type * as z from 'zod'
import { RequestProblem } from '../request-problem.ts'
import { objections } from './objection.ts'

/** Gives what a contract makes of a request; throws all that is wrong with it. */
export type Check<Output> = (request: unknown) => Output

export function checkAgainst<Output>(contract: z.ZodType<Output>): Check<Output> {
  return (request) => {
    const result = contract.safeParse(request)
    if (!result.success) throw new RequestProblem(objections(result.error))
    return result.data
  }
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
