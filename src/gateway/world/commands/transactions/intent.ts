import { cardType, cvvLength, maskPan } from '../../../../base/redaction/card-number.ts'
import {
  type Redacted,
  type RedactedMembers,
  redactText,
} from '../../../../base/redaction/redacted.ts'
import { maskAccountNumber } from '../../../../domain/bank-account.ts'
import { type Expiry, expiryText } from '../../../../domain/card.ts'
import type { Merchant } from '../../../../domain/merchant.ts'
import { problem } from '../../../../domain/problem.ts'
import type { TransactionKind } from '../../../../domain/transaction/kinds-and-statuses.ts'
import type {
  PaymentMethod,
  StoredAccount,
  StoredCard,
  Transaction,
} from '../../../../domain/transaction/transaction.ts'
import { tokenMethod } from '../../../../domain/vault.ts'
import type { Token } from '../../../../domain/vault-records.ts'
import type { Facts } from '../../../../scenario/rule.ts'
import type { World } from '../../world.ts'

/** The payment method as sent. Holds secrets: never store or log it. */
export type PaymentInput =
  | {
      readonly kind: 'card'
      readonly pan: string
      readonly expiry: Expiry
      readonly cvv: string | undefined
      /** As it may be stored, if that is known. */
      readonly card?: Omit<StoredCard, 'expiry'> | undefined
    }
  | {
      readonly kind: 'virtual_pan'
      readonly virtualPan: string
      /** If sent, it replaces the stored one. */
      readonly expiry: Expiry | undefined
      readonly cvv: string | undefined
    }
  | {
      readonly kind: 'direct_debit'
      readonly bsb: string
      readonly accountNumber: string
      readonly accountName: string
    }

/** The redacted method, and the facts that rules may match. */
export interface Payment {
  readonly method: PaymentMethod
  readonly facts: Partial<Facts>
}

export function resolvePayment(world: World, merchant: number, input: PaymentInput): Payment {
  if (input.kind === 'virtual_pan') return tokenPayment(world, merchant, input)
  if (input.kind === 'direct_debit') {
    const { bsb, accountNumber } = input
    return {
      method: { kind: 'direct_debit', account: storedAccount(world, input) },
      facts: { method: 'direct_debit', bsb, account_number: accountNumber },
    }
  }
  const { pan, cvv, expiry, card: known } = input
  const card = known
    ? { pan: known.pan, type: known.type, fingerprint: known.fingerprint, expiry }
    : storedCard(world, input)
  return {
    method: { kind: 'card', card },
    facts: {
      method: 'card',
      pan,
      card: card.fingerprint,
      card_type: card.type,
      expiry: expiryText(expiry),
      cvv,
    },
  }
}

/** The facts of a stored method: an earlier transaction's or a token's. */
export function storedFacts(method: PaymentMethod): Partial<Facts> {
  const paid = method.token && { virtual_pan: method.token.virtualPan }
  if (method.kind === 'card') {
    const { pan, type, fingerprint, expiry } = method.card
    return {
      method: 'card',
      pan,
      card: fingerprint,
      card_type: type,
      ...(expiry && { expiry: expiryText(expiry) }),
      ...paid,
    }
  }
  const { bsb, accountNumber } = method.account
  return { method: 'direct_debit', bsb, account_number: accountNumber, ...paid }
}

function tokenPayment(
  world: World,
  merchant: number,
  input: Extract<PaymentInput, { kind: 'virtual_pan' }>,
): Payment {
  const { records } = world
  const id = records.tokenIndex.byVirtualPan(input.virtualPan)
  const token = id === undefined ? undefined : records.token(id)
  if (token === undefined || token.merchant !== merchant) {
    throw problem('token_not_found', 'No token has this virtual PAN', 'pan')
  }
  if (!token.active) {
    throw problem('token_inactive', `Token ${token.id} is inactive`, 'pan')
  }
  const method = withExpiry(tokenMethod(token), input.expiry)
  checkCvv(method, input.cvv)
  return {
    method,
    facts: {
      ...storedFacts(method),
      ...ownerFacts(world, token),
      ...(input.cvv !== undefined && { cvv: input.cvv }),
    },
  }
}

function withExpiry(method: PaymentMethod, expiry: Expiry | undefined): PaymentMethod {
  if (method.kind !== 'card' || expiry === undefined) return method
  return { ...method, card: { ...method.card, expiry } }
}

/** The method of an earlier transaction; its customer is known as long as the token exists. */
export function earlierPayment(world: World, method: PaymentMethod): Payment {
  const facts = storedFacts(method)
  const token = method.token && world.records.token(method.token.id)
  return { method, facts: token ? { ...facts, ...ownerFacts(world, token) } : facts }
}

function ownerFacts({ records }: World, { preferredName, customer }: Token): Partial<Facts> {
  const customerReference = records.customer(customer)?.reference
  return {
    token_name: preferredName,
    ...(customerReference !== undefined && { customer_reference: customerReference }),
  }
}

/** A card as sent. Holds a secret: never store or log it. */
interface CardInput {
  readonly pan: string
  readonly expiry: Expiry
}

/** A bank account as sent. Holds a secret: never store or log it. */
interface BankInput {
  readonly bsb: string
  readonly accountNumber: string
  readonly accountName: string
}

/** The redacted card, as stored. */
export function storedCard({ environment }: World, { pan, expiry }: CardInput): StoredCard {
  return {
    pan: maskPan(pan),
    type: cardType(pan),
    fingerprint: environment.fingerprint(pan),
    expiry,
  }
}

/** The redacted bank account, as stored. */
export function storedAccount({ environment }: World, input: BankInput): StoredAccount {
  const { bsb, accountNumber, accountName } = input
  return {
    bsb,
    accountNumber: maskAccountNumber(accountNumber),
    accountName: redactText(accountName),
    fingerprint: environment.fingerprint(`${bsb} ${accountNumber}`),
  }
}

/** Only the vault knows which card a virtual PAN refers to, so the body check could not do this. */
function checkCvv(method: PaymentMethod, cvv: string | undefined): void {
  if (method.kind !== 'card' || cvv === undefined) return
  const length = cvvLength(method.card.type)
  if (cvv.length !== length) {
    throw problem('invalid_format', `Must have ${length} digits for this card`, 'cvv')
  }
}

/** The facts of the transaction that a lookup or a search asks for. */
export function transactionFacts(world: World, transaction: Transaction): Partial<Facts> {
  const { audit, target, correlation } = transaction
  return {
    ...earlierPayment(world, transaction.method).facts,
    amount: String(transaction.amount),
    currency: transaction.currency,
    reference: transaction.reference,
    kvp: transaction.requestKvps ?? {},
    audit: String(audit),
    ...(target !== 0 && { target_audit: String(target) }),
    ...(correlation !== '' && { correlation_id: correlation }),
  }
}

/** What a valid transaction request asks for, parsed once. Holds secrets in `payment`: never store or log it. */
export interface TransactionIntent {
  readonly operation: TransactionKind
  readonly merchant: Merchant
  /** The name of the calling user. */
  readonly user: string
  readonly correlationId: string
  /** What the correlation id is found by. */
  readonly key: string
  readonly targetAudit: number | undefined
  readonly reference: string
  readonly kvps: Readonly<Record<string, string>>
  /** The same texts as they may be stored. */
  readonly redacted: RedactedTexts
  readonly amount: number | undefined
  readonly currency: string | undefined
  readonly payment: PaymentInput | undefined
  /** Identical requests have the same hash; set only if duplicates are replayed. */
  readonly requestHash: string | undefined
  /** Its headers, if a rule looks at them. Hold secrets: never store or log them. */
  readonly headers?: Facts['header']
}

interface RedactedTexts {
  /** What tells the correlation id from others of its merchant. */
  readonly correlationKey: Redacted
  readonly reference: Redacted
  readonly kvps: RedactedMembers
}
