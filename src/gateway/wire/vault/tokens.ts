import { given } from '../../../base/plain-object.ts'
import { cardType, isTestPan, maskPan } from '../../../base/redaction/card-number.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { parseExpiry } from '../../../domain/card.ts'
import { CARD_ACCOUNT, MOST_TOKENS } from '../../../domain/vault.ts'
import type { Token } from '../../../domain/vault-records.ts'
import type { VaultEvent } from '../../../record/exchange.ts'
import type { Facts } from '../../../scenario/rule.ts'
import {
  type AccountInput,
  createToken,
  deleteToken,
  listTokens,
  updateToken,
} from '../../world/commands/vault/tokens.ts'
import { checkedText, sentAccount } from '../account-members.ts'
import { jsonAnswer, type Result } from '../answer.ts'
import type { UserCall } from '../call.ts'
import type {
  AccountBody,
  TokenCreateCall,
  TokenDeleteCall,
  TokenListCall,
  TokenLookupCall,
  TokenUpdateCall,
} from '../contract/vault/token-contract.ts'
import { underRules } from '../operation.ts'
import { fillPath, fixedPaths } from '../paths.ts'
import { requestProblem } from '../request-problem.ts'
import { tokenView } from './representation.ts'
import { deleted, foundCustomer, foundToken, listLinks, nextPage } from './vault-call.ts'

export function tokenList(call: UserCall, { path, query }: TokenListCall): Result {
  const found = foundCustomer(call, query.merchant_id, path)
  return underRules(call, { operation: 'token_list', ...found.facts }, () => {
    const { offset, limit } = query
    const { items, hasMore } = listTokens(call.world, found.customer(), { offset, limit })
    const _links = listLinks(call, fillPath(fixedPaths.tokens, path), { offset, limit, hasMore })
    const results = items.map(tokenView(call))
    return { answer: jsonAnswer(200, { _links, results }), facts: { next: nextPage(call, _links) } }
  })
}

export function tokenCreate(call: UserCall, { path, query, body }: TokenCreateCall): Result {
  const { world } = call
  const { assumptions } = world.environment
  const found = foundCustomer(call, query.merchant_id, path)
  const account = accountInput(body.account, assumptions)
  const input = { preferredName: body.preferred_name, active: body.active, account }
  const facts = { ...found.facts, ...accountFacts(account), token_name: body.preferred_name }
  return underRules(call, { operation: 'token_create', ...facts }, () => {
    const customer = found.customer()
    if (world.records.tokenIndex.ofCustomer(customer.id).length >= MOST_TOKENS) {
      const message = `A customer has at most ${MOST_TOKENS} tokens`
      throw requestProblem('out_of_range', message, ['path', 'customer_id'])
    }
    const token = createToken(world, call.context, customer, input)
    const view = tokenView(call)(token)
    const headers = { Location: view._links[assumptions.rels.self]?.href ?? '' }
    const answer = { ...jsonAnswer(assumptions.status.token_created, view), headers }
    return { answer, ...recordOf(token, account) }
  })
}

export function tokenLookup(call: UserCall, { path, query }: TokenLookupCall): Result {
  const found = foundToken(call, query.merchant_id, path)
  return underRules(call, { operation: 'token_lookup', ...found.facts }, () => ({
    answer: jsonAnswer(200, tokenView(call)(found.token())),
  }))
}

export function tokenUpdate(call: UserCall, { path, query, body }: TokenUpdateCall): Result {
  const { world } = call
  const found = foundToken(call, query.merchant_id, path)
  const account = body.account && accountInput(body.account, world.environment.assumptions)
  const facts = { ...found.facts, ...(account && accountFacts(account)) }
  return underRules(call, { operation: 'token_update', ...facts }, () => {
    const input = given({ preferredName: body.preferred_name, active: body.active, account })
    const token = updateToken(world, call.context, found.token(), input)
    const vault: VaultEvent[] = []
    if (account !== undefined) vault.push('renewed')
    if (body.active === false) vault.push('deactivated')
    const { card, facts } = recordOf(token, account)
    const answer = jsonAnswer(200, tokenView(call)(token))
    return { answer, card, facts: { ...facts, vault } }
  })
}

export function tokenDelete(call: UserCall, { path, query }: TokenDeleteCall): Result {
  const found = foundToken(call, query.merchant_id, path)
  return underRules(call, { operation: 'token_delete', ...found.facts }, () => {
    deleteToken(call.world, found.token())
    return { answer: deleted(call) }
  })
}

/** The fingerprint lets the report recognise a stored card. */
function recordOf({ account }: Token, sent: AccountInput | undefined) {
  const pan = sent?.type === 'card' ? sent.pan : undefined
  return {
    card: account.type === 'card' ? account.card.fingerprint : undefined,
    facts: { foreign_card: pan === undefined || isTestPan(pan) ? undefined : maskPan(pan) },
  }
}

function accountInput(body: AccountBody, assumptions: Assumptions): AccountInput {
  const { bank_account_type, bank_account_fields: names } = assumptions
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
