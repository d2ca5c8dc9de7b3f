import { fillPath } from '../../../http/paths.ts'
import { auditOf, isOk, type LabExchange, type LabRequest, partAt, statusWord } from './exchange.ts'
import type { Lab } from './lab.ts'
import { forget, refunding, voiding } from './operations.ts'
import { targetBody } from './payments.ts'
import { vaultPath } from './vault.ts'

/** The result of cleaning up after the experiments. */
export interface CleanedUp {
  readonly voided: number
  readonly refunded: number
  readonly customers: number
  /** Audits that still hold or moved money. */
  readonly left: readonly number[]
  /** Customers that could not be deleted, by their paths. */
  readonly leftCustomers: readonly string[]
}

/** Voids, else refunds, every payment that is left, newest first, and deletes the customers. */
export async function cleanUp(lab: Lab): Promise<CleanedUp> {
  // A request without an answer may have been processed: only a search tells.
  for (const id of lab.remains.lost) await isClear(lab, id)
  const counts = { voided: 0, refunded: 0, customers: 0 }
  for (const audit of [...lab.remains.audits].reverse()) {
    if (!lab.remains.audits.has(audit)) continue
    const undone = await undo(lab, audit)
    if (undone !== undefined) counts[undone] += 1
  }
  for (const path of lab.remains.customers) {
    const gone = await attempt(lab, { method: 'DELETE', path: vaultPath(lab, path) })
    if (gone === undefined || !isOk(gone)) continue
    lab.remains.customers.delete(path)
    counts.customers += 1
  }
  const { audits, customers } = lab.remains
  return { ...counts, left: [...audits], leftCustomers: [...customers] }
}

/** Searches for a lost request; returns whether the gateway could answer. */
export async function isClear(lab: Lab, id: string): Promise<boolean> {
  const query = `merchant_id=${lab.merchant}&correlation_id_lookup=${id}`
  const search = await attempt(lab, { method: 'GET', path: `/transactions?${query}` })
  const results = partAt(search?.body, 'results')
  if (!Array.isArray(results)) return false
  const audit = partAt(results[0], 'audit')
  if (typeof audit !== 'number') return true
  lab.remains.audits.add(audit)
  lab.remains.lost.delete(id)
  return true
}

async function undo(lab: Lab, audit: number): Promise<'voided' | 'refunded' | undefined> {
  const undoing = async (action: 'void' | 'refund', body: unknown) => {
    const found = await (action === 'void' ? voiding(lab) : refunding(lab)).catch(() => undefined)
    const path = fillPath(found?.path ?? lab.ours.paths[action], { audit })
    return await attempt(lab, { method: 'POST', path, body })
  }
  const voided = await undoing('void', targetBody(lab))
  if (voided !== undefined && isDone(voided)) {
    forget(lab, audit, voided)
    return 'voided'
  }
  const lookup = await attempt(lab, { method: 'GET', path: `/transactions/${audit}` })
  const amounts = partAt(lookup?.body, 'transaction', 'amount_details')
  const amount = String(partAt(amounts, 'total_amount') ?? '')
  const currency = String(partAt(amounts, 'currency') ?? '')
  const refunded = await undoing('refund', targetBody(lab, { amount, currency }))
  if (refunded === undefined || !isDone(refunded)) return undefined
  forget(lab, audit, refunded)
  return 'refunded'
}

function isDone(exchange: LabExchange): boolean {
  const isTaken = ['approved', 'pending'].includes(String(statusWord(exchange)))
  return isOk(exchange) && isTaken && auditOf(exchange) !== undefined
}

/** Undefined if no answer came: one failure must not stop the clean-up. */
async function attempt(lab: Lab, ask: LabRequest): Promise<LabExchange | undefined> {
  try {
    return await lab.sendAnyway(ask)
  } catch {
    return undefined
  }
}
