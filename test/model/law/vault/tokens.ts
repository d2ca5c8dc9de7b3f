import {
  cardType,
  expiryMonth,
  isExpired,
  isLuhnValid,
  maskedAccount,
  maskedPan,
} from '../card/card.ts'
import { maskedText } from '../card/text.ts'
import type { Account, Customer, State, Token } from '../state.ts'
import { wallAt } from '../time/sydney.ts'
import type { Check, Expected, Pattern } from '../wire/expected.ts'
import { type Objection, objection, refused } from '../wire/refusal.ts'
import { isObject, memberOf } from '../wire/request.ts'
import { deleted, isHref, newId } from './customers.ts'
import { pageLinks, type Vault } from './links.ts'

export function tokenView(vault: Vault, token: Token): Pattern {
  const { state, house } = vault.seen
  const owner = `/customers/${token.customer}`
  return {
    id: newId(token, state.usedIds.tokens, house.tokenIds),
    virtual_pan: newVirtualPan(state, token),
    preferred_name: maskedText(token.preferredName),
    active: token.isActive,
    account: accountView(token.account, house.mask),
    _links: {
      self: { href: (value) => isHref(vault, value, `${owner}/tokens/${token.id}`) },
      customer: { href: (value) => isHref(vault, value, owner) },
    },
  }
}

function newVirtualPan(state: State, token: Token): Check {
  return (value) => {
    if (token.virtualPan !== '')
      return value === token.virtualPan ? undefined : 'the same virtual PAN expected'
    const isFine = typeof value === 'string' && /^9[0-9]{15}$/.test(value) && isLuhnValid(value)
    if (!isFine) return 'a virtual PAN expected'
    if (state.tokens.some((other) => other.virtualPan === value))
      return 'a virtual PAN of its own expected'
    token.virtualPan = value
    return undefined
  }
}

function accountView(account: Account, mask: string): Pattern {
  if (account.kind === 'card') {
    const shown = {
      'CARD.PAN': account.pan,
      'CARD.EXPIRY': mask.repeat(4),
      'CARD.NAME': account.name,
      'CARD.TYPE': cardType(account.pan),
    }
    return { general_creditcard: shown }
  }
  return {
    general_bankaccount: {
      'BANK.BSB': account.bsb,
      'BANK.ACCOUNT_NUMBER': account.account,
      'BANK.ACCOUNT_NAME': account.name,
    },
  }
}

function submittedAccount(body: unknown, mask: string): Account | undefined {
  const card = memberOf(body, 'account', 'general_creditcard')
  const bank = memberOf(body, 'account', 'general_bankaccount')
  const text = (from: unknown, name: string) => String(memberOf(from, name))
  if (isObject(card)) {
    return {
      kind: 'card',
      pan: maskedPan(text(card, 'CARD.PAN'), mask),
      month: expiryMonth(text(card, 'CARD.EXPIRY')) ?? '',
      name: maskedText(text(card, 'CARD.NAME')),
    }
  }
  if (!isObject(bank)) return undefined
  const bsb = text(bank, 'BANK.BSB')
  return {
    kind: 'bank',
    bsb: `${bsb.slice(0, 3)}-${bsb.slice(-3)}`,
    account: maskedAccount(text(bank, 'BANK.ACCOUNT_NUMBER'), mask),
    name: maskedText(text(bank, 'BANK.ACCOUNT_NAME')),
  }
}

/** All that is wrong with a token as it would be. */
function wrongWith({ seen }: Vault, token: Token, wanted: Token): Objection[] {
  const { state } = seen
  const isTaken = state.tokens.some(
    (other) =>
      other !== token &&
      other.customer === wanted.customer &&
      other.preferredName === wanted.preferredName,
  )
  const { account } = wanted
  const isNew = account !== token.account || token === wanted
  const isOver = account.kind === 'card' && isExpired(account.month, wallAt(state.now).date)
  const isOther = account.kind !== token.account.kind
  const about = (code: string) => ({ ...objection(code, 'body', 'account'), isAbout: true })
  return [
    ...(isTaken ? [objection('preferred_name_in_use', 'body', 'preferred_name')] : []),
    ...(isOther ? [about('unknown_account_type')] : []),
    ...(isNew && isOver ? [{ ...about('invalid_expiry'), isPossible: isOther }] : []),
  ]
}

export function createToken(vault: Vault, { id: customer }: Customer): Expected {
  const { seen, call, merchant } = vault
  const account = submittedAccount(call.body, seen.house.mask)
  if (account === undefined) throw new Error('A token without an account has passed its form')
  const made: Token = {
    id: 0,
    customer,
    merchant,
    virtualPan: '',
    preferredName: String(memberOf(call.body, 'preferred_name')),
    isActive: memberOf(call.body, 'active') === true,
    account,
  }
  const wrong = wrongWith(vault, made, made)
  if (wrong.length > 0) return refused(422, wrong)
  seen.state.tokens.push(made)
  const location: Check = (value) =>
    isHref(vault, value, `/customers/${customer}/tokens/${made.id}`)
  return { status: 201, body: tokenView(vault, made), headers: { location } }
}

export function updateToken(vault: Vault, token: Token): Expected {
  const { body } = vault.call
  const account = submittedAccount(body, vault.seen.house.mask)
  const name = memberOf(body, 'preferred_name')
  const active = memberOf(body, 'active')
  const changed: Token = {
    ...token,
    account: account ?? token.account,
    preferredName: typeof name === 'string' ? name : token.preferredName,
    isActive: typeof active === 'boolean' ? active : token.isActive,
  }
  const wrong = wrongWith(vault, token, changed)
  if (wrong.length > 0) return refused(422, wrong)
  Object.assign(token, changed)
  return { status: 200, body: tokenView(vault, token) }
}

export function deleteToken({ seen: { state, house } }: Vault, token: Token): Expected {
  state.tokens.splice(state.tokens.indexOf(token), 1)
  return deleted(house.deletedStatus)
}

export function listTokens(vault: Vault, { id }: Customer): Expected {
  const { seen, call } = vault
  const query = new Map(call.request.query)
  // Ids grow, so that the order in which tokens were made is theirs.
  const found = seen.state.tokens.filter(({ customer }) => customer === id)
  const offset = Number(query.get('offset') ?? 0)
  const page = found.slice(offset, offset + Number(query.get('limit') ?? 100))
  const links = pageLinks(vault, `/customers/${id}/tokens`, found.length)
  return { status: 200, body: { _links: links, results: page.map((one) => tokenView(vault, one)) } }
}
