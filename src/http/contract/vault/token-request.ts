import * as z from 'zod'
import type { Assumptions } from '../../../domain/assumptions.ts'
import { CARD_ACCOUNT } from '../../../domain/vault/token-account.ts'
import {
  boolean,
  object,
  optionalCorrelationHeader,
  requiredCorrelationHeader,
  restrictedText,
} from '../field.ts'
import { coded, complaint, evenIfFaulty } from '../objection.ts'
import { accountName, accountNumber, bsb, expiryDate, storablePan } from '../payment-field.ts'
import { customerPath, pagedQuery, tokenPath, vaultQuery } from './vault-field.ts'

/** The requests about tokens, as the assumptions shape them. */
export function tokenContracts(assumptions: Assumptions) {
  const preferred_name = restrictedText(1, 50)
  const account = accountBody(assumptions)
  return {
    list: z.object({
      header: optionalCorrelationHeader,
      path: customerPath,
      query: pagedQuery,
      body: z.undefined(),
    }),
    lookup: z.object({
      header: optionalCorrelationHeader,
      path: tokenPath,
      query: vaultQuery,
      body: z.undefined(),
    }),
    remove: z.object({
      header: requiredCorrelationHeader,
      path: tokenPath,
      query: vaultQuery,
      body: z.undefined(),
    }),
    create: z.object({
      header: requiredCorrelationHeader,
      path: customerPath,
      query: vaultQuery,
      body: object({ preferred_name, active: boolean, account }),
    }),
    update: z.object({
      header: requiredCorrelationHeader,
      path: tokenPath,
      query: vaultQuery,
      body: object({
        preferred_name: preferred_name.exactOptional(),
        active: boolean.exactOptional(),
        account: account.exactOptional(),
      }),
    }),
  }
}

function cardAccount(assumptions: Assumptions) {
  return object({
    'CARD.PAN': storablePan,
    'CARD.EXPIRY': expiryDate(assumptions),
    'CARD.NAME': restrictedText(1, 60),
  })
}

const bankAccount = object({
  'BANK.BSB': bsb,
  'BANK.ACCOUNT_NUMBER': accountNumber,
  'BANK.ACCOUNT_NAME': accountName,
})

/** Exactly one account, of a type that exists. */
function accountBody(assumptions: Assumptions) {
  const { bank_account_type } = assumptions
  const types = [CARD_ACCOUNT, bank_account_type]
  const form = coded('unknown_account_type', `Must hold one account: ${types.join(' or ')}`)
  // Loose, since a type that does not exist is to be refused rather than ignored.
  return z
    .looseObject(
      {
        [CARD_ACCOUNT]: cardAccount(assumptions).optional(),
        [bank_account_type]: bankAccount.optional(),
      },
      complaint('invalid_type', 'Must be an object'),
    )
    .superRefine((given: unknown, context) => {
      if (typeof given !== 'object' || given === null) return
      const [type = '', ...others] = Object.keys(given)
      if (others.length > 0 || !types.includes(type)) context.addIssue(form)
    }, evenIfFaulty)
}

type Contracts = ReturnType<typeof tokenContracts>

export type TokenListCall = z.output<Contracts['list']>
export type TokenLookupCall = z.output<Contracts['lookup']>
export type TokenDeleteCall = z.output<Contracts['remove']>
export type TokenCreateCall = z.output<Contracts['create']>
export type TokenUpdateCall = z.output<Contracts['update']>
export type AccountBody = TokenCreateCall['body']['account']
