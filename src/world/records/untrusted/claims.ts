import { isLive, type Transaction } from '../../../domain/transaction/transaction.ts'

/** The sums of all transactions that act on one transaction. */
interface Claim {
  refunded: number
  completions: number
  completed: number
  /** Voided completions, which still counted before 0.2. */
  undone: { completions: number; completed: number }
  isVoided: boolean
  isVoiding: boolean
}

/** Compares the sums that transactions store with the transactions behind them. */
export class Claims {
  readonly #held = new Set<number>()
  readonly #claims = new Map<number, Claim>()

  add(transaction: Transaction): void {
    const { audit, refunded, completions, completed, status, voiding } = transaction
    const holds = refunded + completions + completed > 0 || voiding || status === 'voided'
    if (holds) this.#held.add(audit)
    if (transaction.target === 0) return
    const claim = this.#claims.get(transaction.target) ?? none()
    this.#claims.set(transaction.target, claim)
    count(claim, transaction)
  }

  /** The audits of all transactions with a stored sum or a claim. */
  audits(): Iterable<number> {
    return new Set([...this.#held, ...this.#claims.keys()])
  }

  /** Describes the first contradiction, if any; `found` is the transaction with that audit. */
  objection(audit: number, found: Transaction): string | undefined {
    const claim = this.#claims.get(audit) ?? none()
    if (found.refunded !== claim.refunded) {
      return `Has ${found.refunded} cents refunded, but its refunds come to ${claim.refunded}`
    }
    if (found.refunded > found.total) {
      return `Has ${found.refunded} cents refunded of only ${found.total}`
    }
    return completionObjection(found, claim) ?? voidObjection(found, claim)
  }
}

function none(): Claim {
  const undone = { completions: 0, completed: 0 }
  return { refunded: 0, completions: 0, completed: 0, undone, isVoided: false, isVoiding: false }
}

function count(claim: Claim, { kind, status, amount }: Transaction): void {
  const isCounted = isLive(status)
  if (kind === 'refund' && isCounted) claim.refunded += amount
  if (kind === 'void' && status === 'approved') claim.isVoided = true
  if (kind === 'void' && isCounted && status !== 'approved') claim.isVoiding = true
  if (kind !== 'completion') return
  if (!isCounted && status !== 'voided') return
  const sum = isCounted ? claim : claim.undone
  sum.completions += 1
  sum.completed += amount
}

function completionObjection(found: Transaction, claim: Claim): string | undefined {
  const { completions, completed, amount } = found
  const { undone } = claim
  const isSame = completions === claim.completions && completed === claim.completed
  const isAsBefore =
    completions === claim.completions + undone.completions &&
    completed === claim.completed + undone.completed
  if (!isSame && !isAsBefore) {
    return `Has ${completed} cents completed ${completions} times, but its completions come to ${claim.completed} in ${claim.completions}`
  }
  return completed > amount ? `Has ${completed} cents completed of only ${amount}` : undefined
}

function voidObjection({ status, voiding }: Transaction, claim: Claim): string | undefined {
  if (status === 'voided' && !claim.isVoided) return 'Is voided, but there is no void of it'
  if (status !== 'voided' && claim.isVoided) return `Is ${status}, but there is a void of it`
  if (voiding === claim.isVoiding) return undefined
  return voiding ? 'Waits for a void that is not there' : 'Does not know that it is being voided'
}
