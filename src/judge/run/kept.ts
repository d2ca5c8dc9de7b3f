import { weightOf } from '../../record/run-log.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { Severity } from '../findings/finding.ts'
import type { Finding, FindingDocument } from '../findings/finding-document.ts'
import { lineOf, type PaymentView } from '../payments/payment-view.ts'

export interface KeptLimits {
  /** The most payments without findings to keep. */
  readonly paymentsKept: number
  readonly findingsKept: number
  /** Whether every payment keeps its steps and calls, as in a finished run. */
  readonly keepsSteps?: boolean
}

/** The approximate memory limit for the calls of payments with findings. */
const MAX_BYTES = 128 * 1024 * 1024

const weights: Readonly<Record<Severity, number>> = { error: 0, warning: 100, note: 200 }

const positions: ReadonlyMap<string, number> = new Map(
  allFindings.map(({ code }, index) => [code, index]),
)

type Ranked = Pick<FindingDocument, 'code' | 'severity' | 'unnoticed'>

/** Orders findings: worst kinds first, starting with money that moved twice. */
export function byRank(one: Ranked, other: Ranked): number {
  return rankOf(one) - rankOf(other)
}

/** Of one kind, those that moved money come first. */
function rankOf({ code, severity, unnoticed }: Ranked): number {
  return weights[severity] + (positions.get(code) ?? 0) + (unnoticed === undefined ? 0.5 : 0)
}

/**
 * The worst findings up to a limit; within a rank they stay in the order in which they were found.
 */
export function worstOf(findings: readonly Finding[], most: number): readonly Finding[] {
  const byKind = new Map<number, Finding[]>()
  for (const finding of findings) {
    const rank = rankOf(finding)
    const list = byKind.get(rank)
    if (list === undefined) byKind.set(rank, [finding])
    else list.push(finding)
  }
  const ranks = [...byKind.keys()].sort((one, other) => one - other)
  return ranks.flatMap((rank) => byKind.get(rank) ?? []).slice(0, most)
}

/** Findings of one payment, or of calls that belong to none. */
interface KeptPart {
  readonly world: string
  readonly view: PaymentView | undefined
  readonly findings: readonly Finding[]
}

/**
 * Kept results of closed payments: findings with their whole payments, and one line for each other
 * payment.
 */
export class KeptResults {
  readonly #limits: KeptLimits
  /** Oldest first. */
  #parts: KeptPart[] = []
  #count = 0
  #bytes = 0

  constructor(limits: KeptLimits) {
    this.#limits = limits
  }

  get findings(): readonly Finding[] {
    this.#trim()
    return this.#parts.flatMap(({ findings }) => findings)
  }

  /** Oldest first. */
  get payments(): readonly PaymentView[] {
    this.#trim()
    return this.#parts.flatMap(({ view }) => view ?? [])
  }

  /** Adds findings and their closed payment; undefined: they belong to none. */
  add(world: string, view: PaymentView | undefined, findings: readonly Finding[]): void {
    // Copied, so that the steps do not keep later payments in memory.
    this.#parts.push({ world, view, findings: findings.map((finding) => ({ ...finding })) })
    this.#count += findings.length
    this.#bytes += bytesOf(view)
    const { paymentsKept, findingsKept } = this.#limits
    // Allows some slack: trimming at each payment would copy the whole list each time.
    const isMany = this.#parts.length > 2 * paymentsKept + this.#count + 16
    if (isMany || this.#count > 2 * findingsKept + 16 || this.#isHeavy) this.#trim()
  }

  /** Removes everything about a world. */
  forget(world: string): void {
    // First, so that what is left does not depend on when it was trimmed last.
    this.#trim()
    this.#take(this.#parts.filter((part) => part.world !== world))
  }

  #take(parts: KeptPart[]): void {
    this.#parts = parts
    this.#count = parts.reduce((sum, { findings }) => sum + findings.length, 0)
    this.#bytes = parts.reduce((sum, { view }) => sum + bytesOf(view), 0)
  }

  /** If every payment keeps its steps, dropping findings makes no room. */
  get #isHeavy(): boolean {
    return this.#bytes > MAX_BYTES && !this.#limits.keepsSteps
  }

  #trim(): void {
    const { findingsKept, paymentsKept } = this.#limits
    if (this.#count > findingsKept) this.#keepWorst(findingsKept)
    while (this.#isHeavy) this.#keepWorst(Math.floor(this.#count / 2))
    let over = this.#parts.filter(({ findings }) => findings.length === 0).length - paymentsKept
    if (over <= 0) return
    // Keeps only the latest payments without findings.
    this.#parts = this.#parts.filter(({ findings }) => {
      if (findings.length > 0 || over <= 0) return true
      over -= 1
      return false
    })
  }

  /** Drops the latest findings of the least severe kinds. */
  #keepWorst(most: number): void {
    const all = this.#parts.flatMap(({ findings }) => findings)
    const kept = new Set(worstOf(all, most))
    const parts = this.#parts.map(({ world, view, findings }) => {
      const left = findings.filter((finding) => kept.has(finding))
      const isWhole = left.length > 0 || this.#limits.keepsSteps
      return { world, view: isWhole ? view : view && lineOf(view), findings: left }
    })
    this.#take(parts.filter(({ view, findings }) => view ?? findings[0]))
  }
}

function bytesOf(view: PaymentView | undefined): number {
  return view?.exchanges.reduce((sum, exchange) => sum + weightOf(exchange), 0) ?? 0
}
