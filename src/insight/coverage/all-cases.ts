import type { CoverageCase } from './coverage-case.ts'
import { debitAndTimeCases } from './debits-and-time.ts'
import { holdAndRefundCases } from './holds-and-refunds.ts'
import { outcomeCases } from './outcomes.ts'
import { recoveryCases } from './recovery.ts'
import { refusalCases } from './refusals.ts'
import { vaultCases } from './vault.ts'

/** Everything that a merchant's tests should have tried, in the order in which it is shown. */
const allCases = [
  ...outcomeCases,
  ...refusalCases,
  ...recoveryCases,
  ...holdAndRefundCases,
  ...debitAndTimeCases,
  ...vaultCases,
] as const

export type CaseName = (typeof allCases)[number]['name']

export const coverageCases: readonly CoverageCase<CaseName>[] = allCases
