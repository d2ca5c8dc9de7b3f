import { type CaseDocument, type CoverageDocument, percentOf } from './coverage.ts'

/** Coverage of what a plan asks for, and of nothing else. */
export function plannedCoverage(
  cases: readonly CaseDocument[],
  plan: readonly PlanEntry[],
): CoverageDocument {
  const known = new Map(cases.map((one) => [one.name, one]))
  const planned = plan.flatMap(({ name, why, notApplicable }): readonly CaseDocument[] => {
    const found = known.get(name)
    if (found === undefined) return []
    return [{ ...found, not_counted: notApplicable ?? null, why: why ?? null }]
  })
  return { percent: percentOf(planned), cases: planned }
}

/** What a plan asks for: a case, why, and why not here. */
export interface PlanEntry {
  readonly name: string
  readonly why: string | undefined
  readonly notApplicable: string | undefined
}
