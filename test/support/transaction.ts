import { redactText } from '../../src/base/redaction/redacted.ts'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { type CommandContext, contextAt } from '../../src/domain/command-context.ts'
import { bankingCalendar, defaultHolidays } from '../../src/domain/time/banking-day.ts'
import { HOUR } from '../../src/domain/time/instant.ts'
import { type Decision, noDecision } from '../../src/domain/transaction/decision.ts'
import {
  openTransaction,
  type TransactionDraft,
} from '../../src/domain/transaction/open-transaction.ts'
import type { PaymentMethod, Transaction } from '../../src/domain/transaction/transaction.ts'

/** Tuesday noon in Sydney. */
export const NOON = Date.parse('2026-03-10T12:00:00+11:00')

export const byCard: PaymentMethod = {
  kind: 'card',
  card: {
    pan: '411111xxxxxx1111',
    type: 'visa',
    fingerprint: 'card-fingerprint-00001',
    expiry: { year: 2030, month: 12 },
  },
}

export const byDebit: PaymentMethod = {
  kind: 'direct_debit',
  account: {
    bsb: '062-000',
    accountNumber: 'xxxxx678',
    accountName: redactText('Ann Example'),
    fingerprint: 'account-fingerprint-01',
  },
}

/** An approved purchase of $10.00 at noon, unless told otherwise. */
export function transaction(changes: Partial<Transaction> = {}): Transaction {
  return {
    audit: 1_000_001,
    merchant: 1,
    createdAt: NOON,
    correlation: redactText('c-1'),
    target: 0,
    due: [],
    kind: 'purchase',
    status: 'approved',
    gatewayStatusCode: 0,
    responseCode: '00',
    responseMessage: 'Approved',
    reference: redactText('order 1'),
    amount: 1000,
    currency: 'AUD',
    method: byCard,
    traceNumber: '000001',
    authorisationCode: '123456',
    settlementDate: '2026-03-10',
    cutoffAt: NOON + 6 * HOUR,
    ...changes,
  }
}

/** An approved hold of $10.00 that ends in seven days. */
export function hold(changes: Partial<Transaction> = {}): Transaction {
  return transaction({ kind: 'preauthorisation', expiresAt: NOON + 7 * 24 * HOUR, ...changes })
}

function draft(changes: Partial<TransactionDraft> = {}): TransactionDraft {
  return {
    audit: 1_000_001,
    kind: 'purchase',
    merchant: 1,
    correlation: redactText('c-1'),
    target: 0,
    reference: redactText('order 1'),
    kvps: {},
    amount: 1000,
    currency: 'AUD',
    method: byCard,
    surcharge: undefined,
    ...changes,
  }
}

export const methods = { card: byCard, direct_debit: byDebit }

/** A transaction of $10.00 that is opened at a moment, by its text: `2026-03-10T12:00:00+11:00`. */
export function openedAt(
  text: string,
  changes: Partial<TransactionDraft> = {},
  decision: Decision = noDecision,
): Transaction {
  return openTransaction(draft(changes), decision, groundAt(Date.parse(text)))
}

function groundAt(now: number): CommandContext {
  const calendar = bankingCalendar(defaultHolidays)
  return contextAt(now, { seed: 7, assumptions: defaultAssumptions, calendar })
}

/** The code of the refusal that an action ends with; undefined when it is allowed. */
export function refusalOf(action: () => unknown): string | undefined {
  try {
    action()
    return undefined
  } catch (cause) {
    return (cause as { code?: string }).code ?? String(cause)
  }
}
