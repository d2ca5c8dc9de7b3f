import * as z from 'zod'
import type { Assumptions } from '../../../domain/assumptions.ts'
import { cardTypes } from '../../../domain/card/card.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import { CARD_ACCOUNT } from '../../../domain/vault/token-account.ts'
import { hyperlink } from '../hyperlink.ts'
import { noted } from '../note.ts'
import { listLinks } from './vault-answer.ts'

const cardAccount = noted(
  z.object({
    'CARD.PAN': noted(z.string(), { description: 'Masked.' }),
    'CARD.EXPIRY': noted(z.string().length(4), { description: 'Masked in full.' }),
    'CARD.NAME': z.string(),
    'CARD.TYPE': noted(z.enum(cardTypes), {
      description: 'The card scheme; empty if the number does not tell.',
      grows: true,
    }),
  }),
  { description: 'A stored card.', component: 'MaskedCardAccount' },
)

const bankAccount = noted(
  z.object({
    'BANK.BSB': z.string(),
    'BANK.ACCOUNT_NUMBER': noted(z.string(), { description: 'Masked.' }),
    'BANK.ACCOUNT_NAME': z.string(),
  }),
  { description: 'A stored bank account.', component: 'MaskedBankAccount' },
)

/** The answers about tokens, as the assumptions shape them. */
export function tokenAnswers({ token_id_type, bank_account_type }: Assumptions) {
  const id = token_id_type === 'integer' ? z.int().min(1).max(MAX_ID) : z.string().regex(/^[0-9]+$/)
  const members = z.object({
    id: noted(id, { description: 'The number of the token.' }),
    virtual_pan: noted(z.string().regex(/^9[0-9]{15}$/), {
      description: 'Send it as `creditcard.pan` to pay with the token.',
    }),
    preferred_name: z.string().min(1).max(50),
    active: noted(z.boolean(), { description: 'Whether the token can pay.' }),
    account: z.union([
      z.object({ [CARD_ACCOUNT]: cardAccount }),
      z.object({ [bank_account_type]: bankAccount }),
    ]),
    _links: z.object({ self: hyperlink, customer: hyperlink }),
  })
  const token = noted(members, {
    description: 'A token: a stored card or bank account.',
    component: 'Token',
  })
  const list = z.object({ _links: listLinks, results: z.array(token).max(100) })
  return { token, list: noted(list, { description: 'A page of tokens.', component: 'TokenList' }) }
}

export type TokenAnswer = z.output<ReturnType<typeof tokenAnswers>['token']>
export type TokenListAnswer = z.output<ReturnType<typeof tokenAnswers>['list']>
