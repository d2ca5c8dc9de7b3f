import * as z from 'zod'
import { EMPTY, redactText } from '../../base/redaction/redacted.ts'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { parseExpiry, virtualPan } from '../../domain/card.ts'
import { type CommandContext, contextAt } from '../../domain/command-context.ts'
import { bankingCalendar, defaultHolidays } from '../../domain/time/banking-day.ts'
import type { Decision } from '../../domain/transaction/decision.ts'
import type { TransactionKind } from '../../domain/transaction/kinds-and-statuses.ts'
import { followingKinds } from '../../domain/transaction/kinds-and-statuses.ts'
import { openTransaction } from '../../domain/transaction/open-transaction.ts'
import type { PaymentMethod } from '../../domain/transaction/transaction.ts'
import type { Customer, Token } from '../../domain/vault-records.ts'
import { transactionAnswers } from '../../gateway/wire/contract/transaction-answer.ts'
import { rootAnswer } from '../../gateway/wire/contract/transaction-query.ts'
import { customerAnswers } from '../../gateway/wire/contract/vault/customer-contract.ts'
import { tokenAnswers } from '../../gateway/wire/contract/vault/token-contract.ts'
import { type Base, fillPath, fixedPaths, link } from '../../gateway/wire/paths.ts'
import { rootView } from '../../gateway/wire/root.ts'
import {
  createdTransaction,
  lookedUpTransaction,
} from '../../gateway/wire/transactions/transaction-representation.ts'
import { customerView, tokenView } from '../../gateway/wire/vault/representation.ts'
import type { DocumentedName } from './operation-facts.ts'
import type { HeaderName, OperationResponse } from './responses.ts'

type Answers = Readonly<Record<DocumentedName, readonly OperationResponse[]>>

/** The successful answers of every operation; answers with the same status are merged in the document. */
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
): OperationResponse {
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
    'The gateway responded. Only `status.transaction_status_code` says whether it was approved.'
  return (kind: TransactionKind, examples: Examples = { approved: created(kind) }) => [
    { status: status.transaction, description, schema, examples, headers },
  ]
}

function deletedAnswer(status: number): OperationResponse {
  const description = 'It is deleted.'
  if (status === 204) return { status, description, schema: undefined, examples: {}, headers: [] }
  return { ...ok(description, z.object({}), { deleted: {} }), status }
}

/** Noon on a Tuesday in Sydney, a banking day. */
const NOW = Date.parse('2026-03-10T01:00:00Z')
const MERCHANT = 1

const card: PaymentMethod = {
  kind: 'card',
  card: {
    pan: '411111xxxxxx1111',
    type: 'visa',
    fingerprint: '',
    expiry: parseExpiry('1230', 'MMYY') ?? { year: 2030, month: 12 },
  },
}

const account: PaymentMethod = {
  kind: 'direct_debit',
  account: {
    bsb: '062-000',
    accountNumber: 'xxxxx678',
    accountName: redactText('Ann Example'),
    fingerprint: '',
  },
}

const customer: Customer = {
  id: 1,
  merchant: MERCHANT,
  name: redactText('Ann Example'),
  reference: redactText('CUST-1001'),
  createdAt: NOW,
}

const storedToken: Omit<Token, 'virtualPan'> = {
  id: 1,
  customer: 1,
  merchant: MERCHANT,
  preferredName: redactText('main card'),
  active: true,
  account: { type: 'card', card: card.card, name: redactText('ANN EXAMPLE') },
  createdAt: NOW,
}

/** Example answers, built by the code of the operations themselves. */
function answerExamples(assumptions: Assumptions, base: Base) {
  const calendar = bankingCalendar(defaultHolidays)
  const context = contextAt(NOW, { seed: 7, assumptions, calendar })
  const { rels } = assumptions
  const user = { name: 'shop', merchant: MERCHANT, merchants: [MERCHANT] }
  const viewer = { base, user, world: { environment: { assumptions } } }
  const seen = { base, context }
  const view = {
    customer: customerView(viewer)(customer),
    token: tokenView(viewer)({ ...storedToken, virtualPan: virtualPan(7, 1, assumptions) }),
  }
  const page = (path: string) => {
    const self = link(base, path, { limit: '100', offset: '0' })
    return { [rels.self]: self, [rels.first]: self }
  }
  return {
    created: (kind: TransactionKind, kindOf: ExampleOptions = {}) =>
      createdTransaction(example(kind, kindOf, context), seen),
    lookup: lookedUpTransaction(example('purchase', {}, context), seen),
    ...view,
    customers: { _links: page(fixedPaths.customers), results: [view.customer] },
    tokens: {
      _links: page(fillPath(fixedPaths.tokens, { customer_id: 1 })),
      results: [view.token],
    },
  }
}

interface ExampleOptions {
  readonly method?: PaymentMethod
  readonly decision?: Decision
}

/** Options for an example paid by direct debit. */
const byDebit: ExampleOptions = { method: account }
const declined: ExampleOptions = { decision: { status: 'declined', responseCode: '51' } }

const targeting: readonly TransactionKind[] = followingKinds

function example(
  kind: TransactionKind,
  { method = card, decision = {} }: ExampleOptions,
  context: CommandContext,
) {
  const { currencies } = context.assumptions
  const target = targeting.includes(kind) ? 1_000_001 : 0
  return openTransaction(
    {
      audit: target === 0 ? 1_000_001 : 1_000_002,
      kind,
      merchant: MERCHANT,
      correlation: EMPTY,
      target,
      reference: redactText('order-1001'),
      kvps: { CHANNEL: redactText('web') },
      amount: 1000,
      currency: currencies === 'any' ? 'AUD' : (currencies[0] ?? 'AUD'),
      method,
      surcharge: undefined,
    },
    decision,
    context,
  )
}
