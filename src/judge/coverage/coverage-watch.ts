import type { Operation } from '../../scenario/rule.ts'
import type { JudgedPayment } from '../payments/judged-payment.ts'
import { type CaseName, coverageCases } from './coverage.ts'
import type { CoverageCase, SeenCall, SeenMove } from './coverage-case.ts'

const paymentCases = coverageCases.filter((one) => one.seesPayment)
const moveCases = coverageCases.filter((one) => one.seesMove)

/** Covers the cases that a payment shows so far; a covered case is not checked again. */
export function coverBy(payment: JudgedPayment, covered: Set<CaseName>): void {
  // Most payments are one call, which shows none of them.
  if (payment.isOwn || payment.events.length === 1) return
  for (const { name, seesPayment } of paymentCases) {
    if (!covered.has(name) && seesPayment?.(payment)) covered.add(name)
  }
}

interface WaitingCase {
  readonly name: CaseName
  readonly on: CoverageCase['on']
  readonly sees: (seen: SeenCall) => boolean
}

function waitingCases(): readonly WaitingCase[] {
  return coverageCases.flatMap(({ name, on, sees, watches }) => {
    const check = watches?.() ?? sees
    return check === undefined ? [] : { name, on, sees: check }
  })
}

/** The cases that a test has shown. A case that is covered is not checked again. */
export class CoverageWatch {
  readonly #covered: Set<CaseName>
  /** Made for the first call: many tests begin, and make none. */
  #waiting: readonly WaitingCase[] | undefined
  /** Those of each operation: most cases are about one, and every call asks. */
  #waitingOn = new Map<Operation | null, readonly WaitingCase[]>()

  constructor(covered: Set<CaseName>) {
    this.#covered = covered
  }

  see(seen: SeenCall): void {
    const { operation } = seen.exchange
    const shown = this.#casesOn(operation).filter(({ sees }) => sees(seen))
    if (shown.length === 0) return
    for (const { name } of shown) this.#covered.add(name)
    this.#waiting = this.#waiting?.filter((one) => !shown.includes(one))
    this.#waitingOn.clear()
  }

  #casesOn(operation: Operation | null): readonly WaitingCase[] {
    const known = this.#waitingOn.get(operation)
    if (known !== undefined) return known
    const isAbout = ({ on }: WaitingCase) =>
      on === undefined || (operation !== null && on.includes(operation))
    this.#waiting ??= waitingCases()
    const cases = this.#waiting.filter(isAbout)
    this.#waitingOn.set(operation, cases)
    return cases
  }

  seeMove(seen: SeenMove): void {
    for (const { name, seesMove } of moveCases) if (seesMove?.(seen)) this.#covered.add(name)
  }
}
