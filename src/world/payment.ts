import { maskAccountNumber } from '../domain/bank-account.ts'
import { cardType, maskPan } from '../domain/card.ts'
import type { Expiry } from '../domain/expiry.ts'
import { problem } from '../domain/problem.ts'
import type { Token } from '../domain/token.ts'
import type { PaymentMethod } from '../domain/transaction.ts'
import type { Facts } from '../scenario/rule.ts'
import type { World } from './world.ts'

/** How a merchant wants to be paid, as the request says it. Holds secrets: never keep or log it. */
export type PaymentInput =
  | {
      readonly kind: 'card'
      readonly pan: string
      readonly expiry: Expiry
      readonly cvv: string | undefined
    }
  | { readonly kind: 'virtual_pan'; readonly virtualPan: string; readonly cvv: string | undefined }
  | {
      readonly kind: 'direct_debit'
      readonly bsb: string
      readonly accountNumber: string
      readonly accountName: string
    }

/** The method as it may be kept, and as rules may see it. */
export interface Payment {
  readonly method: PaymentMethod
  readonly facts: Partial<Facts>
}

export function resolvePayment(world: World, merchant: number, input: PaymentInput): Payment {
  const { fingerprint } = world.surroundings
  if (input.kind === 'virtual_pan') return tokenPayment(world, merchant, input)
  if (input.kind === 'direct_debit') {
    const { bsb, accountNumber, accountName } = input
    const account = {
      bsb,
      accountNumber: maskAccountNumber(accountNumber),
      accountName,
      fingerprint: fingerprint(`${bsb} ${accountNumber}`),
    }
    return {
      method: { rail: 'direct_debit', account },
      facts: { method: 'direct_debit', bsb, accountNumber },
    }
  }
  const { pan, expiry, cvv } = input
  const type = cardType(pan)
  const card = { pan: maskPan(pan), type, fingerprint: fingerprint(pan), expiry }
  return {
    method: { rail: 'card', card },
    facts: { method: 'card', pan, cardType: type, ...(cvv !== undefined && { cvv }) },
  }
}

/** What rules see of a method that is kept: an earlier transaction's, or a token's. */
export function storedFacts(method: PaymentMethod): Partial<Facts> {
  if (method.rail === 'card') {
    const { pan, type } = method.card
    return { method: 'card', pan, cardType: type }
  }
  const { bsb, accountNumber } = method.account
  return { method: 'direct_debit', bsb, accountNumber }
}

const panLocation = ['body', 'transaction', 'payment_method', 'creditcard', 'pan']

function tokenPayment(
  world: World,
  merchant: number,
  input: Extract<PaymentInput, { kind: 'virtual_pan' }>,
): Payment {
  const { records } = world
  const id = records.tokenIndex.byVirtualPan(input.virtualPan)
  const token = id === undefined ? undefined : records.token(id)
  if (token === undefined || token.merchant !== merchant) {
    throw problem('token_not_found', 'No token has this virtual PAN', panLocation)
  }
  if (!token.active) {
    throw problem('token_inactive', `Token ${token.id} is inactive`, panLocation)
  }
  const method = tokenMethod(token)
  const customerReference = records.customer(token.customer)?.reference
  return {
    method,
    facts: {
      ...storedFacts(method),
      virtualPan: token.virtualPan,
      tokenName: token.preferredName,
      ...(customerReference !== undefined && { customerReference }),
      ...(input.cvv !== undefined && { cvv: input.cvv }),
    },
  }
}

function tokenMethod({ id, virtualPan, account }: Token): PaymentMethod {
  const token = { id, virtualPan }
  if (account.type === 'card') return { rail: 'card', card: account.card, token }
  return { rail: 'direct_debit', account: account.account, token }
}
