import * as z from 'zod'
import { isPlainObject } from '../../../../base/plain-object.ts'
import { cardTypes } from '../../../../base/redaction/card-number.ts'
import type { Assumptions } from '../../../../domain/assumptions/assumptions.ts'
import { MAX_ID } from '../../../../domain/identifier.ts'
import { CARD_ACCOUNT } from '../../../../domain/vault.ts'
import { changing, reading } from '../correlation-field.ts'
import { object, restrictedText } from '../field.ts'
import { linksUnder, noted } from '../note.ts'
import { checkAlways, codedIssue, complaint } from '../objection.ts'
import { accountFields, expiryDate, maskedAccount, storablePan } from '../payment-field.ts'
import {
  customerPath,
  listLinksSchema,
  pagedQuery,
  tokenPath,
  vaultQuery,
} from './customer-contract.ts'

/** The requests about tokens, by operation, as the assumptions shape them. */
export function tokenContracts(assumptions: Assumptions) {
  const preferred_name = noted(restrictedText(1, 50), {
    description: 'A name for the token. It is unique for the customer.',
    example: 'main card',
    asks: 'name',
  })
  const account = accountBody(assumptions)
  return {
    token_list: reading(customerPath, pagedQuery),
    token_lookup: reading(tokenPath, vaultQuery),
    token_delete: changing(tokenPath, vaultQuery),
    token_create: changing(
      customerPath,
      vaultQuery,
      noted(object({ preferred_name, active, account }), { component: 'NewToken' }),
    ),
    token_update: changing(
      tokenPath,
      vaultQuery,
      noted(
        object({
          preferred_name: preferred_name.exactOptional(),
          active: active.exactOptional(),
          account: account.exactOptional(),
        }),
        { component: 'TokenChanges' },
      ),
    ),
  }
}

const active = noted(z.boolean(complaint('invalid_type', 'Must be true or false')), {
  description: 'Whether the token can pay.',
  example: true,
  errors: ['invalid_type'],
})

const cardName = noted(restrictedText(1, 60), {
  description: 'The name on the card.',
  example: 'ANN EXAMPLE',
})

function cardAccount(assumptions: Assumptions) {
  const card = object({
    'CARD.PAN': storablePan(assumptions),
    'CARD.EXPIRY': expiryDate(assumptions),
    'CARD.NAME': cardName,
  })
  return noted(card, { description: 'A card to store.', component: 'CardAccount' })
}

function bankAccount({ bank_account_fields: names }: Assumptions) {
  return noted(accountFields(names), {
    description: 'A bank account to store.',
    component: 'BankAccount',
  })
}

/** Exactly one account of a known type. */
function accountBody(assumptions: Assumptions) {
  const { bank_account_type } = assumptions
  const types = [CARD_ACCOUNT, bank_account_type]
  const form = `Must hold one account: ${types.join(' or ')}`
  // Loose, so that an unknown type is refused and not ignored.
  const account = z
    .looseObject(
      {
        [CARD_ACCOUNT]: cardAccount(assumptions).optional(),
        [bank_account_type]: bankAccount(assumptions).optional(),
      },
      complaint('invalid_type', 'Must be an object'),
    )
    .superRefine((given: unknown, context) => {
      if (!isPlainObject(given)) return
      const [type = '', ...others] = Object.keys(given)
      if (others.length > 0 || !types.includes(type))
        context.addIssue(codedIssue('unknown_account_type', form))
    }, checkAlways)
  return noted(account, {
    description: 'The card or bank account that the token stores: exactly one.',
    exactlyOne: types,
    errors: ['invalid_type', 'unknown_account_type'],
  })
}

type TokenContracts = ReturnType<typeof tokenContracts>

export type TokenListCall = z.output<TokenContracts['token_list']>
export type TokenLookupCall = z.output<TokenContracts['token_lookup']>
export type TokenDeleteCall = z.output<TokenContracts['token_delete']>
export type TokenCreateCall = z.output<TokenContracts['token_create']>
export type TokenUpdateCall = z.output<TokenContracts['token_update']>
export type AccountBody = TokenCreateCall['body']['account']

const maskedCard = noted(
  z.object({
    'CARD.PAN': noted(z.string(), 'Masked.'),
    'CARD.EXPIRY': noted(z.string().length(4), 'Masked in full.'),
    'CARD.NAME': z.string(),
    'CARD.TYPE': noted(z.enum(cardTypes), {
      description: 'The card scheme; empty if the number does not tell.',
      grows: true,
    }),
  }),
  { description: 'A stored card.', component: 'MaskedCardAccount' },
)

function maskedBankAccount({ bank_account_fields: names }: Assumptions) {
  return noted(maskedAccount(names), {
    description: 'A stored bank account.',
    component: 'MaskedBankAccount',
  })
}

/** The answers about tokens, as the assumptions shape them. */
export function tokenAnswers(assumptions: Assumptions) {
  const { token_id_type, bank_account_type, virtual_pan, rels } = assumptions
  const id = token_id_type === 'integer' ? z.int().min(1).max(MAX_ID) : z.string().regex(/^[0-9]+$/)
  const panForm = new RegExp(`^${virtual_pan.first_digit}[0-9]{${virtual_pan.length - 1}}$`)
  const members = z.object({
    id: noted(id, 'The number of the token.'),
    virtual_pan: noted(
      z.string().regex(panForm),
      'Send it as `creditcard.pan` to pay with the token.',
    ),
    preferred_name: z.string().min(1).max(50),
    active: noted(z.boolean(), 'Whether the token can pay.'),
    account: z.union([
      z.object({ [CARD_ACCOUNT]: maskedCard }),
      z.object({ [bank_account_type]: maskedBankAccount(assumptions) }),
    ]),
    _links: linksUnder([rels.self, rels.customer]),
  })
  const token = noted(members, {
    description: 'A token: a stored card or bank account.',
    component: 'Token',
  })
  const list = z.object({ _links: listLinksSchema(assumptions), results: z.array(token).max(100) })
  return { token, list: noted(list, { description: 'A page of tokens.', component: 'TokenList' }) }
}

export type TokenResponse = z.output<ReturnType<typeof tokenAnswers>['token']>
