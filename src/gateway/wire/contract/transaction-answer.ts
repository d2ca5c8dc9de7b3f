import * as z from 'zod'
import { cardTypes } from '../../../base/redaction/card-number.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import { problemCodes } from '../../../domain/problem.ts'
import { linksUnder, noted } from './note.ts'
import { maskedAccount } from './payment-field.ts'

const id = z.int().min(1).max(MAX_ID)

const audit = noted(z.int().min(1).max(MAX_ID), {
  description: "The audit number: the gateway's number of the transaction. Keep it.",
  example: 1_000_001,
})

const timestamp = noted(
  z.iso.datetime({ offset: true }),
  'When the transaction was made, in Sydney time. Exact in a lookup, approximate in the response of the call that made it.',
)

/** The result of a transaction; clients must treat any other value as `unknown`. */
function transactionStatus({ words }: Assumptions) {
  const own = ['approved', 'declined', 'pending', 'error', words.voided, words.unknown]
  return noted(z.enum([...new Set([...own, 'voided', 'reversed', 'unknown'])]), {
    description:
      'The outcome. Treat a value that you do not know as `unknown`, and `reversed` as `voided`.',
    grows: true,
  })
}

const acquirer = noted(
  z.object({
    response_code: noted(
      z.string(),
      "The bank's response: two characters for a card, one digit for a returned direct debit, empty if no bank responded.",
    ),
    response_message: noted(z.string(), "The bank's response in words. Never parse it."),
    settlement_date: noted(
      z.iso.date(),
      'The banking day on which the money moves. May be missing if it was declined or failed.',
    ).optional(),
    authorisation_code: noted(
      z.string(),
      "The bank's code of the approval. May be missing if it was declined or failed.",
    ).optional(),
    preauthorisation_code: noted(
      z.string().max(12),
      'The code of a preauthorisation. May be missing if it was declined or failed.',
    ).optional(),
  }),
  "The bank's response.",
)

function statusOf(assumptions: Assumptions) {
  const members = z.object({
    gateway_status_code: noted(
      z.int(),
      '0: processed. -99: unknown. Others: the gateway failed. Treat a number that you do not know as -99.',
    ),
    gateway_status_message: noted(z.string(), 'The same in words. Never parse it.'),
    transaction_status_code: transactionStatus(assumptions),
    acquirer,
  })
  const description = 'The outcome of the transaction.'
  return noted(members, { description, component: 'TransactionStatus' })
}

function linksOf({ rels }: Assumptions) {
  const optional = [rels.target, rels.completion, rels.refund, rels.void]
  return noted(linksUnder([rels.self], optional), {
    description: `Where to look it up (\`${rels.self}\`), what it acts on (\`${rels.target}\`), and what can be done with it now: each of the others is there only while its operation is possible.`,
    component: 'TransactionLinks',
  })
}

/** The members of every answer about a transaction. */
const head = {
  audit,
  gateway_timestamp: timestamp,
  merchant: z.object({ id }),
  kvps: noted(
    z.record(z.string(), z.string()),
    "Your own key-value pairs and the gateway's. The response that creates a direct debit may have none; a lookup shows them.",
  ),
}

/** The answers about transactions, as the assumptions shape them. */
export function transactionAnswers(assumptions: Assumptions) {
  const status = statusOf(assumptions)
  const links = linksOf(assumptions)
  const created = noted(z.object({ ...head, status, _links: links }), {
    description: 'A new transaction. Any 2xx status means only that the gateway responded.',
    component: 'CreatedTransaction',
  })
  const lookup = noted(
    z.object({ ...head, transaction: details(assumptions), status, _links: links }),
    { description: 'A transaction.', component: 'Transaction' },
  )
  const search = noted(z.object({ results: z.array(lookup).max(1) }), {
    description: 'The transaction that was found, or none.',
    component: 'TransactionSearch',
  })
  return { created, lookup, search }
}

export type CreatedResponse = z.output<ReturnType<typeof transactionAnswers>['created']>
export type LookupResponse = z.output<ReturnType<typeof transactionAnswers>['lookup']>
export type SearchResponse = z.output<ReturnType<typeof transactionAnswers>['search']>

function details(assumptions: Assumptions) {
  const types = [
    ...['purchase', 'preauthorisation', 'completion', assumptions.words.void_type],
    assumptions.refund_transaction_type,
  ]
  const members = z.object({
    reference: noted(z.string(), 'Your reference.'),
    transaction_type: noted(z.enum(types), { description: 'What kind it is.', grows: true }),
    target_audit: noted(
      z.int().min(1).max(MAX_ID),
      'The audit number of the transaction that it acts on.',
    ).optional(),
    amount_details: z.object({
      total_amount: noted(z.string(), 'Cents, with any surcharge.'),
      currency: z.string(),
    }),
    payment_method: paidBy(assumptions),
    directdebit_mode: noted(z.enum(['debit', assumptions.direct_debit.credit_mode]), {
      description: 'For a direct debit: whether the account was debited or credited.',
      grows: true,
    }).optional(),
  })
  return noted(members, { description: 'What was asked for.', component: 'TransactionDetails' })
}

function paidBy(assumptions: Assumptions) {
  const { direct_debit_payment_method, direct_debit_fields: names, mask_character } = assumptions
  const card = z.object({
    pan: noted(
      z.string(),
      `The masked card number: the first six digits, ${mask_character} for the others, the last four.`,
    ),
    type: noted(z.enum(cardTypes), {
      description: 'The card scheme; empty if the number does not tell.',
      grows: true,
    }),
  })
  const debit = maskedAccount(names)
  return z.union([
    z.object({ creditcard: noted(card, { component: 'MaskedCreditcard' }) }),
    z.object({ [direct_debit_payment_method]: noted(debit, { component: 'MaskedDirectDebit' }) }),
  ])
}

function errorItemWith(codes: readonly string[]) {
  return z.object({
    error_code: noted(z.string(), {
      description: 'What is wrong, for programs. A scenario may make up further codes.',
      rules: { anyOf: [{ type: 'string', enum: codes }, { type: 'string' }] },
    }),
    error_message: noted(z.string(), 'What is wrong, for people. Never parse it.'),
    location: noted(
      z.array(z.string()),
      'Where in the request, outermost first: ["body", "transaction", "reference"].',
    ),
  })
}

export const errorItemSchema = errorItemWith(problemCodes)

/** The body of every refusal. Codes are open, because a scenario may invent its own. */
export function errorAnswerWith(codes: readonly string[]) {
  return noted(
    z.object({
      errors: z.array(errorItemWith(codes)).min(1).max(100),
      further_errors: noted(
        z.int().min(1),
        'How many more there are than the 100 that are listed.',
      ).optional(),
    }),
    { description: 'Everything that is wrong with the request, at once.', component: 'Errors' },
  )
}

/** With the default names of the codes. */
export const errorAnswer = errorAnswerWith(problemCodes)

export type ErrorResponse = z.output<typeof errorAnswer>
