import type { CoverageCase, Requirement } from './coverage-case.ts'
import type { CaseDocument, CoverageDocument } from './coverage-document.ts'
import { bookCases, debitCases, timeCases } from './debits-and-time.ts'
import { holdCases, voidAndRefundCases } from './holds-and-refunds.ts'
import { outcomeCases } from './outcomes.ts'
import { recoveryCases } from './recovery.ts'
import { refusalCases } from './refusals.ts'
import { vaultCases } from './vault.ts'

const requirementTexts: Readonly<Record<Requirement, string>> = {
  auth: 'needs auth: required in the config',
  merchants: 'needs users or merchants in the config',
  surcharge: 'needs a merchant with a surcharge in the config',
}

/** All cases, and whether a run has covered them. */
export function coverageOf(
  covered: ReadonlySet<CaseName>,
  possible: ReadonlySet<Requirement>,
): CoverageDocument {
  const cases = caseDocuments(false, covered, possible)
  return { percent: percentOf(cases), cases }
}

/** Cases that only plans use. */
export function extraCases(covered: ReadonlySet<CaseName>): readonly CaseDocument[] {
  return caseDocuments(true, covered, new Set())
}

function caseDocuments(
  areExtra: boolean,
  covered: ReadonlySet<CaseName>,
  possible: ReadonlySet<Requirement>,
): readonly CaseDocument[] {
  return coverageCases
    .filter(({ isExtra = false }) => isExtra === areExtra)
    .map(({ name, group, description, provoke, needs }) => {
      const isImpossible = needs !== undefined && !possible.has(needs) && !covered.has(name)
      const not_counted = isImpossible ? requirementTexts[needs] : null
      return {
        name,
        group,
        description,
        provoke,
        covered: covered.has(name),
        not_counted,
        why: null,
      }
    })
}

type Counting = Pick<CaseDocument, 'covered' | 'not_counted'>

/** How many cases count, and how many of them are covered. */
export function tallyOf(cases: readonly Counting[]): {
  readonly shown: number
  readonly possible: number
} {
  const counted = cases.filter(({ not_counted }) => not_counted === null)
  const shown = counted.filter(({ covered }) => covered).length
  return { shown, possible: counted.length }
}

/** Of those that count, to one decimal. */
export function percentOf(cases: readonly Counting[]): number {
  const { shown, possible } = tallyOf(cases)
  return possible === 0 ? 100 : Math.round((shown * 1000) / possible) / 10
}

/** Everything that a merchant's tests should try, in display order. */
const allCases = [
  ...inGroup('Outcomes', outcomeCases),
  ...inGroup('Refusals', refusalCases),
  ...inGroup('Recovery', recoveryCases),
  ...inGroup('Holds', holdCases),
  ...inGroup('Voids and refunds', voidAndRefundCases),
  ...inGroup('Direct debits', debitCases),
  ...inGroup('Time', timeCases),
  ...inGroup('Vault', vaultCases),
  ...inGroup('Books', bookCases),
]

function inGroup<Name extends string>(group: string, cases: readonly CoverageCase<Name>[]) {
  return cases.map((one) => ({ ...one, group }))
}

export type CaseName = (typeof allCases)[number]['name']

type GroupedCase = CoverageCase<CaseName> & { readonly group: string }

export const coverageCases: readonly GroupedCase[] = allCases

/** Coverage of the cases of a plan only. */
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

/** An entry of a plan: a case, the reason for it, and why it does not apply here. */
export interface PlanEntry {
  readonly name: string
  readonly why: string | undefined
  readonly notApplicable: string | undefined
}
