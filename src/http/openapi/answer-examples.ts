import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { parseExpiry } from '../../domain/card/expiry.ts'
import { virtualPan } from '../../domain/card/virtual-pan.ts'
import type { CommandContext } from '../../domain/command-context.ts'
import { bankingCalendar, defaultHolidays } from '../../domain/time/banking-day.ts'
import { openTransaction } from '../../domain/transaction/open-transaction.ts'
import type {
  PaymentMethod,
  Transaction,
  TransactionKind,
} from '../../domain/transaction/transaction.ts'
import type { Verdict } from '../../domain/transaction/verdict.ts'
import type { Customer, Token } from '../../domain/vault.ts'
import { createdTransaction, lookedUpTransaction } from '../gateway/transaction-representation.ts'
import { type Base, link } from '../paths.ts'
import { CUSTOMERS } from '../vault/customers.ts'
import { customerView, tokenView } from '../vault/representation.ts'

/** Noon on a Tuesday in Sydney, a banking day. */
const NOW = Date.parse('2026-03-10T01:00:00Z')
const MERCHANT = 1

const card: PaymentMethod = {
  rail: 'card',
  card: {
    pan: '411111xxxxxx1111',
    type: 'visa',
    fingerprint: '',
    expiry: parseExpiry('1230', 'MMYY') ?? { year: 2030, month: 12 },
  },
}

const account: PaymentMethod = {
  rail: 'direct_debit',
  account: {
    bsb: '062-000',
    accountNumber: 'xxxxx678',
    accountName: 'Ann Example',
    fingerprint: '',
  },
}

const customer: Customer = {
  id: 1,
  merchant: MERCHANT,
  name: 'Ann Example',
  reference: 'CUST-1001',
  createdAt: NOW,
}

const storedToken: Omit<Token, 'virtualPan'> = {
  id: 1,
  customer: 1,
  merchant: MERCHANT,
  preferredName: 'main card',
  active: true,
  account: { type: 'card', card: card.card, name: 'ANN EXAMPLE' },
  createdAt: NOW,
}

/** Answers as the operations themselves would make them. */
export function answerExamples(assumptions: Assumptions, base: Base) {
  const context: CommandContext = {
    now: NOW,
    seed: 7,
    assumptions,
    calendar: bankingCalendar(defaultHolidays),
  }
  const { rels } = assumptions
  const user = { name: 'shop', merchant: MERCHANT, merchants: [MERCHANT] }
  const viewer = { base, user, world: { environment: { assumptions } } }
  const seen = { base, context }
  const view = {
    customer: customerView(viewer)(customer),
    token: tokenView(viewer)(tokenOf(assumptions)),
  }
  const page = (path: string) => {
    const self = link(base, path, { limit: '100', offset: '0' })
    return { [rels.self]: self, [rels.first]: self }
  }
  return {
    created: (kind: TransactionKind, kindOf: Made = {}) =>
      createdTransaction(example(kind, kindOf, context), seen),
    lookup: lookedUpTransaction(example('purchase', {}, context), seen),
    ...view,
    customers: { _links: page(CUSTOMERS), results: [view.customer] },
    tokens: { _links: page(`${CUSTOMERS}/1/tokens`), results: [view.token] },
  }
}

function tokenOf(assumptions: Assumptions): Token {
  return { ...storedToken, virtualPan: virtualPan(7, 1, assumptions) }
}

interface Made {
  readonly method?: PaymentMethod
  readonly verdict?: Verdict
}

/** What a direct debit makes of it. */
export const byDebit: Made = { method: account }
export const declined: Made = { verdict: { status: 'declined', responseCode: '51' } }

const targeting: readonly TransactionKind[] = ['completion', 'refund', 'void']

function example(
  kind: TransactionKind,
  { method = card, verdict = {} }: Made,
  context: CommandContext,
) {
  const { currencies } = context.assumptions
  const target = targeting.includes(kind) ? 1_000_001 : 0
  const transaction: Transaction = openTransaction(
    {
      audit: target === 0 ? 1_000_001 : 1_000_002,
      kind,
      merchant: MERCHANT,
      correlation: '',
      target,
      reference: 'order-1001',
      kvps: { CHANNEL: 'web' },
      amount: 1000,
      currency: currencies === 'any' ? 'AUD' : (currencies[0] ?? 'AUD'),
      method,
      surcharge: undefined,
    },
    verdict,
    context,
  )
  return transaction
}
