import * as z from 'zod'
import type { Assumptions } from '../../../domain/assumptions.ts'
import { MAX_ID } from '../../../domain/identifier.ts'
import { CARD_ACCOUNT } from '../../../domain/vault/token-account.ts'
import { hyperlink, listLinks } from './vault-answer.ts'

const cardAccount = z.object({
  'CARD.PAN': z.string(),
  'CARD.EXPIRY': z.string().length(4),
  'CARD.NAME': z.string(),
  'CARD.TYPE': z.string(),
})

const bankAccount = z.object({
  'BANK.BSB': z.string(),
  'BANK.ACCOUNT_NUMBER': z.string(),
  'BANK.ACCOUNT_NAME': z.string(),
})

/** The answers about tokens, as the assumptions shape them. */
export function tokenAnswers({ token_id_type, bank_account_type }: Assumptions) {
  const token = z.object({
    id: token_id_type === 'integer' ? z.int().min(1).max(MAX_ID) : z.string().regex(/^[0-9]+$/),
    virtual_pan: z.string().regex(/^9[0-9]{15}$/),
    preferred_name: z.string().min(1).max(50),
    active: z.boolean(),
    account: z.union([
      z.object({ [CARD_ACCOUNT]: cardAccount }),
      z.object({ [bank_account_type]: bankAccount }),
    ]),
    _links: z.object({ self: hyperlink, customer: hyperlink }),
  })
  return { token, list: z.object({ _links: listLinks, results: z.array(token).max(100) }) }
}

export type TokenAnswer = z.output<ReturnType<typeof tokenAnswers>['token']>
export type TokenListAnswer = z.output<ReturnType<typeof tokenAnswers>['list']>
