import type { TransactionAnswer } from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { askedIfThere } from '../asked.ts'

/** Transactions by their audits. */
export type PaidFor = ReadonlyMap<number, TransactionAnswer>

/** The transactions that events are about. */
export async function paidFor(
  visit: Visit,
  events: readonly { readonly audit?: number }[],
): Promise<PaidFor> {
  const audits = [...new Set(events.flatMap(({ audit }) => audit ?? []))]
  const found = await Promise.all(audits.map((audit) => askedIfThere(visit, 'transaction', audit)))
  return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.audit, one]])))
}
