import * as z from 'zod'
import type { Assumptions } from '../../domain/assumptions.ts'
import { MAX_ID } from '../../domain/identifier.ts'

const id = z.int().min(1).max(MAX_ID)
const timestamp = z.iso.datetime({ offset: true })

/** What an answer may say came of a transaction; clients take any other value for `unknown`. */
const transactionStatus = z.enum([
  'approved',
  'declined',
  'pending',
  'error',
  'voided',
  'reversed',
  'unknown',
])

const acquirer = z.object({
  response_code: z.string(),
  response_message: z.string(),
  settlement_date: z.iso.date().optional(),
  authorisation_code: z.string().optional(),
  preauthorisation_code: z.string().max(12).optional(),
})

const status = z.object({
  gateway_status_code: z.int(),
  gateway_status_message: z.string(),
  transaction_status_code: transactionStatus,
  acquirer,
})

const hyperlink = z.object({ href: z.url() })

const links = z.object({
  self: hyperlink,
  target: hyperlink.optional(),
  completion: hyperlink.optional(),
  refund: hyperlink.optional(),
  void: hyperlink.optional(),
})

/** What every answer about a transaction has. */
const head = {
  audit: id,
  gateway_timestamp: timestamp,
  merchant: z.object({ id }),
  kvps: z.record(z.string(), z.string()),
}

/** The answers about transactions, as the assumptions shape them. */
export function transactionAnswers(assumptions: Assumptions) {
  const created = z.object({ ...head, status, _links: links })
  const lookup = z.object({ ...head, transaction: details(assumptions), status, _links: links })
  return { created, lookup, search: z.object({ results: z.array(lookup).max(1) }) }
}

export type CreatedAnswer = z.output<ReturnType<typeof transactionAnswers>['created']>
export type LookupAnswer = z.output<ReturnType<typeof transactionAnswers>['lookup']>
export type SearchAnswer = z.output<ReturnType<typeof transactionAnswers>['search']>

function details({ refund_transaction_type, direct_debit_payment_method }: Assumptions) {
  const card = z.object({ pan: z.string(), type: z.string() })
  const debit = z.object({
    bsb: z.string(),
    account_number: z.string(),
    account_name: z.string(),
  })
  const types = ['purchase', 'preauthorisation', 'completion', 'void', refund_transaction_type]
  return z.object({
    reference: z.string(),
    transaction_type: z.enum(types),
    target_audit: id.optional(),
    amount_details: z.object({ total_amount: z.string(), currency: z.string() }),
    payment_method: z.union([
      z.object({ creditcard: card }),
      z.object({ [direct_debit_payment_method]: debit }),
    ]),
    directdebit_mode: z.enum(['debit', 'credit']).optional(),
  })
}

/** The body of every refusal. Codes are open: a scenario may make up its own. */
export const errorAnswer = z.object({
  errors: z
    .array(
      z.object({
        error_code: z.string(),
        error_message: z.string(),
        location: z.array(z.string()),
      }),
    )
    .min(1),
})

export type ErrorAnswer = z.output<typeof errorAnswer>
