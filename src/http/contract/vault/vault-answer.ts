import * as z from 'zod'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { cardTypes } from '../../../domain/card/card.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import { CARD_ACCOUNT } from '../../../domain/vault.ts'
import { linksUnder, noted } from '../note.ts'
import { maskedAccount } from '../payment-field.ts'

/** The next link is absent on the last page. */
function listLinks({ rels }: Assumptions) {
  return noted(linksUnder([rels.self, rels.first], [rels.next]), {
    description:
      'This page, the first one, and the next one if there is more. They keep your filters.',
    component: 'ListLinks',
  })
}

/** The answers about customers, as the assumptions shape them. */
export function customerAnswers(assumptions: Assumptions) {
  const { rels } = assumptions
  const members = z.object({
    id: noted(z.int().min(1).max(MAX_ID), 'The number of the customer.'),
    name: z.string().min(1).max(60),
    reference: noted(z.string().min(1).max(50), 'Your own reference of the customer.'),
    _links: linksUnder([rels.self, rels.tokens]),
  })
  const customer = noted(members, {
    description: 'A customer of the vault.',
    component: 'Customer',
  })
  const page = z.object({ _links: listLinks(assumptions), results: z.array(customer).max(100) })
  const list = noted(page, { description: 'A page of customers.', component: 'CustomerList' })
  return { customer, list }
}

export type VaultCustomerResponse = z.output<ReturnType<typeof customerAnswers>['customer']>
export type CustomerListResponse = z.output<ReturnType<typeof customerAnswers>['list']>

const cardAccount = noted(
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

function bankAccount({ bank_account_fields: names }: Assumptions) {
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
      z.object({ [CARD_ACCOUNT]: cardAccount }),
      z.object({ [bank_account_type]: bankAccount(assumptions) }),
    ]),
    _links: linksUnder([rels.self, rels.customer]),
  })
  const token = noted(members, {
    description: 'A token: a stored card or bank account.',
    component: 'Token',
  })
  const list = z.object({ _links: listLinks(assumptions), results: z.array(token).max(100) })
  return { token, list: noted(list, { description: 'A page of tokens.', component: 'TokenList' }) }
}

export type TokenResponse = z.output<ReturnType<typeof tokenAnswers>['token']>
export type TokenListResponse = z.output<ReturnType<typeof tokenAnswers>['list']>
