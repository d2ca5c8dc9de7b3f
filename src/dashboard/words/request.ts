import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'

/** `purchase`, or where a call for nothing went. */
export function operationText({ operation, request }: RequestAnswer): string {
  return operation?.replaceAll('_', ' ') ?? `${request.method} ${request.path}`
}

/** What the client got: `200`, `503`, `no answer`. */
export function answerText({ answer, fault }: RequestAnswer): string {
  if (answer.status !== null) return String(answer.status)
  return fault?.at === 'after' ? 'answer lost' : 'no answer'
}

export function answerTone({ answer }: RequestAnswer): 'good' | 'warn' | 'bad' | 'calm' {
  if (answer.status === null) return 'warn'
  if (answer.status >= 500) return 'warn'
  return answer.status >= 400 ? 'bad' : 'calm'
}

interface PaidBody {
  readonly transaction?: {
    readonly reference?: unknown
    readonly amount_details?: { readonly total_amount?: unknown; readonly currency?: unknown }
  }
}

/** The reference and the money of a request, where it has them. */
export function paidIn({ request }: RequestAnswer): {
  readonly reference: string
  readonly cents: number | undefined
  readonly currency: string
} {
  const { transaction } = (request.body ?? {}) as PaidBody
  const amount = transaction?.amount_details
  const cents = Number(amount?.total_amount)
  return {
    reference: typeof transaction?.reference === 'string' ? transaction.reference : '',
    cents: amount?.total_amount !== undefined && Number.isInteger(cents) ? cents : undefined,
    currency: typeof amount?.currency === 'string' ? amount.currency : '',
  }
}
