import * as z from 'zod'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import type { TransactionKind } from '../../domain/transaction/transaction.ts'
import { transactionAnswers } from '../contract/transaction-answer.ts'
import { rootAnswer } from '../contract/transaction-query.ts'
import { customerAnswers, tokenAnswers } from '../contract/vault/vault-answer.ts'
import type { Base } from '../paths.ts'
import { rootView } from '../root.ts'
import { answerExamples, byDebit, declined } from './answer-examples.ts'
import type { HeaderName } from './headers.ts'
import type { DocumentedName } from './operation-facts.ts'

/** One good answer of an operation. */
export interface OperationAnswer {
  readonly status: number
  readonly description: string
  /** Undefined: it has no body. */
  readonly schema: z.ZodType | undefined
  readonly examples: Readonly<Record<string, unknown>>
  readonly headers: readonly HeaderName[]
}

type Answers = Readonly<Record<DocumentedName, readonly OperationAnswer[]>>

/** The good answers of every operation. Two that share a status are one to the document. */
export function answersOf(assumptions: Assumptions, base: Base): Answers {
  const { status } = assumptions
  const gateway = transactionAnswers(assumptions)
  const { customer, list } = customerAnswers(assumptions)
  const vault = tokenAnswers(assumptions)
  const example = answerExamples(assumptions, base)
  const made = createdAnswers(assumptions, gateway.created, example.created)
  const gone = deletedAnswer(status.deleted)
  return {
    index: [ok('Where everything is.', rootAnswer, { links: rootView(base, assumptions) })],
    purchase: made('purchase', {
      approved: example.created('purchase'),
      declined: example.created('purchase', declined),
      pending: example.created('purchase', byDebit),
    }),
    preauthorisation: made('preauthorisation'),
    standalone_refund: made('standalone_refund'),
    completion: made('completion'),
    refund: made('refund'),
    void: made('void'),
    lookup: [ok('The transaction.', gateway.lookup, { approved: example.lookup })],
    search: [
      ok('The transaction, or none.', gateway.search, {
        found: { results: [example.lookup] },
        'not processed': { results: [] },
      }),
    ],
    customer_search: [ok('A page of customers.', list, { page: example.customers })],
    customer_create: [
      {
        ...ok('The new customer.', customer, { customer: example.customer }, ['Location']),
        status: status.customer_created,
      },
      {
        ...ok('The customer that has this reference already.', customer, {
          customer: example.customer,
        }),
        status: status.customer_existing,
      },
    ],
    customer_lookup: [ok('The customer.', customer, { customer: example.customer })],
    customer_update: [ok('The changed customer.', customer, { customer: example.customer })],
    customer_delete: [gone],
    token_list: [ok('A page of tokens.', vault.list, { page: example.tokens })],
    token_create: [
      {
        ...ok('The new token.', vault.token, { token: example.token }, ['Location']),
        status: status.token_created,
      },
    ],
    token_lookup: [ok('The token.', vault.token, { token: example.token })],
    token_update: [ok('The changed token.', vault.token, { token: example.token })],
    token_delete: [gone],
  }
}

function ok(
  description: string,
  schema: z.ZodType,
  examples: Readonly<Record<string, unknown>>,
  headers: readonly HeaderName[] = [],
): OperationAnswer {
  return { status: 200, description, schema, examples, headers }
}

type Examples = Readonly<Record<string, unknown>>

function createdAnswers(
  { status, duplicate_correlation_id }: Assumptions,
  schema: z.ZodType,
  created: (kind: TransactionKind) => unknown,
) {
  const headers: readonly HeaderName[] =
    duplicate_correlation_id === 'replay' ? ['X-Sandbox-Replayed'] : []
  const description =
    'The gateway answered. Only `status.transaction_status_code` says whether it was approved.'
  return (kind: TransactionKind, examples: Examples = { approved: created(kind) }) => [
    { status: status.transaction, description, schema, examples, headers },
  ]
}

function deletedAnswer(status: number): OperationAnswer {
  const description = 'It is deleted.'
  if (status === 204) return { status, description, schema: undefined, examples: {}, headers: [] }
  return { ...ok(description, z.object({}), { deleted: {} }), status }
}
