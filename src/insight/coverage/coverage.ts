import { type CaseName, coverageCases } from './all-cases.ts'
import type { Requirement } from './coverage-case.ts'
import type { PlanEntry } from './plan.ts'

/** A case as it is shown. */
export interface CoverageRow {
  readonly name: string
  readonly group: string
  readonly description: string
  readonly provoke: string
  readonly covered: boolean
  /** Why it is not counted. */
  readonly notCounted: string | undefined
  /** Why a plan asks for it. */
  readonly why: string | undefined
}

export interface Coverage {
  /** Of those that count, to one decimal. */
  readonly percent: number
  readonly rows: readonly CoverageRow[]
}

const requirementTexts: Readonly<Record<Requirement, string>> = {
  auth: 'needs auth: required in the config',
  merchants: 'needs users or merchants in the config',
  surcharge: 'needs a merchant with a surcharge in the config',
}

/** All cases, or those of a plan. */
export function coverageOf(
  covered: ReadonlySet<CaseName>,
  possible: ReadonlySet<Requirement>,
  plan?: readonly PlanEntry[],
): Coverage {
  const rows = plan === undefined ? usualRows(covered, possible) : planRows(covered, plan)
  return { percent: percentOf(rows), rows }
}

function usualRows(
  covered: ReadonlySet<CaseName>,
  possible: ReadonlySet<Requirement>,
): readonly CoverageRow[] {
  return coverageCases.flatMap((one) => {
    const { name, group, description, provoke, needs, isExtra } = one
    if (isExtra) return []
    const isCovered = covered.has(name)
    const isImpossible = needs !== undefined && !possible.has(needs) && !isCovered
    const notCounted = isImpossible ? requirementTexts[needs] : undefined
    return [{ name, group, description, provoke, covered: isCovered, notCounted, why: undefined }]
  })
}

/** What only plans ask for. */
export function extraRows(covered: ReadonlySet<CaseName>): readonly CoverageRow[] {
  return coverageCases
    .filter(({ isExtra }) => isExtra)
    .map(({ name, group, description, provoke }) => ({
      ...{ name, group, description, provoke },
      covered: covered.has(name),
      notCounted: undefined,
      why: undefined,
    }))
}

function planRows(
  covered: ReadonlySet<CaseName>,
  plan: readonly PlanEntry[],
): readonly CoverageRow[] {
  return plan.flatMap(({ name, why, notApplicable }) => {
    const found = coverageCases.find((one) => one.name === name)
    if (found === undefined) return []
    const { group, description, provoke } = found
    const isCovered = covered.has(found.name)
    return [
      { name, group, description, provoke, covered: isCovered, notCounted: notApplicable, why },
    ]
  })
}

function percentOf(rows: readonly CoverageRow[]): number {
  const counted = rows.filter(({ notCounted }) => notCounted === undefined)
  if (counted.length === 0) return 100
  const ticked = counted.filter(({ covered }) => covered).length
  return Math.round((ticked * 1000) / counted.length) / 10
}
