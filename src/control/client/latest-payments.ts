import type { PaymentResponse } from '../contract/calls/report.ts'
import { LONGEST_LIST } from '../contract/control-call.ts'
import type { InputOf } from '../control-calls.ts'
import type { ControlClient } from './control-client.ts'

// A file by itself: the bundle of the agent server would otherwise hold the whole control API.
const MOST_PAYMENTS = 1000

/** The latest payments, newest first, read page by page. */
export async function latestPayments(
  client: ControlClient,
  query: InputOf<'payments'> = {},
): Promise<readonly PaymentResponse[]> {
  const payments: PaymentResponse[] = []
  let after: string | undefined
  do {
    const page = await client.payments({ ...query, limit: LONGEST_LIST, after })
    payments.push(...page.payments)
    after = page.next ?? undefined
  } while (after !== undefined && payments.length < MOST_PAYMENTS)
  return payments
}
