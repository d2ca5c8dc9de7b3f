import { type CaseName, coverageCases } from './all-cases.ts'
import type { CoverageCase, Requirement } from './coverage-case.ts'

/** A case as it is shown. */
export interface CaseDocument {
  readonly name: string
  readonly group: string
  readonly description: string
  readonly provoke: string
  readonly covered: boolean
  /** Why it does not count, where it does not. */
  readonly not_counted: string | null
  /** Why a plan asks for it. */
  readonly why: string | null
}

export interface CoverageDocument {
  /** Of the cases that count, to one decimal. */
  readonly percent: number
  readonly cases: readonly CaseDocument[]
}

const requirementTexts: Readonly<Record<Requirement, string>> = {
  auth: 'needs auth: required in the config',
  merchants: 'needs users or merchants in the config',
  surcharge: 'needs a merchant with a surcharge in the config',
}

/** All cases, and which of them a run has shown. */
export function coverageOf(
  covered: ReadonlySet<CaseName>,
  possible: ReadonlySet<Requirement>,
): CoverageDocument {
  const cases = coverageCases
    .filter(({ isExtra }) => !isExtra)
    .map((one): CaseDocument => {
      const { needs } = one
      const isImpossible = needs !== undefined && !possible.has(needs) && !covered.has(one.name)
      return caseDocument(one, covered, isImpossible ? requirementTexts[needs] : null)
    })
  return { percent: percentOf(cases), cases }
}

/** What only plans ask for. */
export function extraCases(covered: ReadonlySet<CaseName>): readonly CaseDocument[] {
  return coverageCases
    .filter(({ isExtra }) => isExtra)
    .map((one) => caseDocument(one, covered, null))
}

function caseDocument(
  { name, group, description, provoke }: CoverageCase<CaseName>,
  covered: ReadonlySet<CaseName>,
  notCounted: string | null,
): CaseDocument {
  return {
    ...{ name, group, description, provoke },
    covered: covered.has(name),
    not_counted: notCounted,
    why: null,
  }
}

type Counting = Pick<CaseDocument, 'covered' | 'not_counted'>

/** How many cases count, and how many of these were shown. */
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
