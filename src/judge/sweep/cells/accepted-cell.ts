import type { TestRef } from '../../../record/test-ref.ts'
import type { Finding } from '../../findings/finding-document.ts'
import type { Accepted } from '../../report/report-document.ts'
import { acceptedBy } from '../../run/accepted.ts'
import { type CellResult, codeOfResult, isBooksError, resultTraits } from './result.ts'

interface CellEvidence {
  readonly findings: readonly Pick<Finding, 'code' | 'severity' | 'test'>[]
  /** The test of the call that met the fault. */
  readonly test: Pick<TestRef, 'label'>
}

/**
 * Why the config accepts the result of a cell: it must accept the result's own code and every error
 * of the cell, each in its test. Null if it does not, or if there is nothing to accept.
 */
export function acceptedIn(
  accept: readonly Accepted[],
  result: CellResult,
  { findings, test }: CellEvidence,
): readonly Pick<Accepted, 'code' | 'because'>[] | null {
  if (resultTraits[result].fails === undefined) return null
  const code = codeOfResult(result)
  const own = findings.filter((one) => one.severity === 'error' || one.code === code)
  // Money may show a result that no finding has; what is wrong in the books has its own codes.
  const isShown = own.some((one) =>
    result === 'books_differ' ? isBooksError(one) : one.code === code,
  )
  const wrong = isShown ? own : [...own, { code, test }]
  const reasons = wrong.map((one) => acceptedBy(accept, one))
  if (!reasons.every((one) => one !== undefined)) return null
  return [...new Set(reasons)].map(({ code: accepted, because }) => ({ code: accepted, because }))
}
