import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { cardType } from '../../domain/card/card.ts'
import { parseExpiry } from '../../domain/card/expiry.ts'
import { given } from '../../domain/plain-object.ts'
import { CARD_ACCOUNT, type Token } from '../../domain/vault.ts'
import type { Facts } from '../../scenario/rule.ts'
import {
  type AccountInput,
  createToken,
  deleteToken,
  listTokens,
  updateToken,
} from '../../world/commands/vault/tokens.ts'
import { checkedText, sentAccount } from '../account-members.ts'
import { type Answer, type AnswerNote, jsonAnswer } from '../answer.ts'
import type { UserCall } from '../call.ts'
import type {
  AccountBody,
  TokenCreateCall,
  TokenDeleteCall,
  TokenListCall,
  TokenLookupCall,
  TokenUpdateCall,
} from '../contract/vault/token-request.ts'
import { underRules } from '../operation.ts'
import { fillPath } from '../paths.ts'
import { tokensPath, tokenView } from './representation.ts'
import { deleted, foundCustomer, foundToken, listLinks } from './vault-call.ts'

export function tokenList(call: UserCall, { path, query }: TokenListCall): Answer {
  const found = foundCustomer(call, query.merchant_id, path)
  return underRules(call, { operation: 'token_list', ...found.facts }, () => {
    const { offset, limit } = query
    const { items, hasMore } = listTokens(call.world, found.customer(), { offset, limit })
    const _links = listLinks(call, fillPath(tokensPath, path), { offset, limit, hasMore })
    const results = items.map(tokenView(call))
    return jsonAnswer(
      200,
      { _links, results },
      { next: _links[call.context.assumptions.rels.next]?.href },
    )
  })
}

export function tokenCreate(call: UserCall, { path, query, body }: TokenCreateCall): Answer {
  const { world } = call
  const { assumptions } = world.environment
  const found = foundCustomer(call, query.merchant_id, path)
  const account = accountInput(body.account, assumptions)
  const input = { preferredName: body.preferred_name, active: body.active, account }
  const facts = { ...found.facts, ...accountFacts(account), token_name: body.preferred_name }
  return underRules(call, { operation: 'token_create', ...facts }, () => {
    const token = createToken(world, call.context, found.customer(), input)
    const view = tokenView(call)(token)
    const answer = jsonAnswer(assumptions.status.token_created, view, noteOf(token))
    return { ...answer, headers: { Location: view._links[assumptions.rels.self]?.href ?? '' } }
  })
}

export function tokenLookup(call: UserCall, { path, query }: TokenLookupCall): Answer {
  const found = foundToken(call, query.merchant_id, path)
  return underRules(call, { operation: 'token_lookup', ...found.facts }, () =>
    jsonAnswer(200, tokenView(call)(found.token())),
  )
}

export function tokenUpdate(call: UserCall, { path, query, body }: TokenUpdateCall): Answer {
  const { world } = call
  const found = foundToken(call, query.merchant_id, path)
  const account = body.account && accountInput(body.account, world.environment.assumptions)
  const facts = { ...found.facts, ...(account && accountFacts(account)) }
  return underRules(call, { operation: 'token_update', ...facts }, () => {
    const input = given({ preferredName: body.preferred_name, active: body.active, account })
    const token = updateToken(world, call.context, found.token(), input)
    return jsonAnswer(200, tokenView(call)(token), noteOf(token))
  })
}

export function tokenDelete(call: UserCall, { path, query }: TokenDeleteCall): Answer {
  const found = foundToken(call, query.merchant_id, path)
  return underRules(call, { operation: 'token_delete', ...found.facts }, () => {
    deleteToken(call.world, found.token())
    return deleted(call)
  })
}

/** The fingerprint lets the report recognise a stored card. */
function noteOf({ account }: Token): AnswerNote {
  return account.type === 'card' ? { card: account.card.fingerprint } : {}
}

function accountInput(body: AccountBody, assumptions: Assumptions): AccountInput {
  const { bank_account_type, bank_account_members: names } = assumptions
  const type = CARD_ACCOUNT in body ? CARD_ACCOUNT : bank_account_type
  const account: unknown = body[type]
  if (type !== CARD_ACCOUNT) return { type: 'bank', ...sentAccount(account, names) }
  const expiry = parseExpiry(checkedText(account, 'CARD.EXPIRY'), assumptions.expiry_format)
  if (expiry === undefined) throw new Error('A card has no expiry date')
  const [pan, name] = [checkedText(account, 'CARD.PAN'), checkedText(account, 'CARD.NAME')]
  return { type: 'card', pan, expiry, name }
}

/** The facts of an account that is about to be stored, with all its digits. */
function accountFacts(account: AccountInput): Partial<Facts> {
  if (account.type === 'card') {
    return { method: 'card', pan: account.pan, card_type: cardType(account.pan) }
  }
  const { bsb, accountNumber } = account
  return { method: 'direct_debit', bsb, account_number: accountNumber }
}
