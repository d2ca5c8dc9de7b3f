import { type KeyedText, keyedText, redactText } from '../../../../base/redaction/redacted.ts'
import type { Expiry } from '../../../../domain/card.ts'
import { virtualPan } from '../../../../domain/card.ts'
import type { CommandContext } from '../../../../domain/command-context.ts'
import { type Objection, Problem } from '../../../../domain/problem.ts'
import { accountObjections, nameKeyOf } from '../../../../domain/vault.ts'
import type { Customer, Token, TokenAccount } from '../../../../domain/vault-records.ts'
import type { PageOf } from '../../records/indexes/customer-index.ts'
import type { RowChange } from '../../records/medium.ts'
import { lastIds, metaChange } from '../../records/meta.ts'
import type { World } from '../../world.ts'
import { storedAccount, storedCard } from '../transactions/intent.ts'

/** A payment method as sent. Holds secrets: never store or log it. */
export type AccountInput =
  | {
      readonly type: 'card'
      readonly pan: string
      readonly expiry: Expiry
      readonly name: string
    }
  | {
      readonly type: 'bank'
      readonly bsb: string
      readonly accountNumber: string
      readonly accountName: string
    }

/** A token's fields as sent. */
export interface TokenInput {
  readonly preferredName: string
  readonly active: boolean
  readonly account: AccountInput
}

/** A customer's token; undefined for another customer's. */
export function findToken(world: World, customer: number, id: number): Token | undefined {
  const token = world.records.token(id)
  return token?.customer === customer ? token : undefined
}

/** One page of a customer's tokens, by id. */
export function listTokens(
  world: World,
  customer: Customer,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): PageOf<Token> {
  const ids = world.records.tokenIndex.ofCustomer(customer.id)
  const items = ids.slice(offset, offset + limit).flatMap((id) => world.records.token(id) ?? [])
  return { items, hasMore: offset + limit < ids.length }
}

export function createToken(
  world: World,
  context: CommandContext,
  customer: Customer,
  input: TokenInput,
): Token {
  const ids = lastIds(world.records)
  const number = nextNumber(world, ids.token + 1)
  const name = keyedText(world, input.preferredName)
  const account = redactedAccount(world, input.account)
  refuse([
    ...accountObjections(account, undefined, context),
    ...nameObjections(world, customer.id, name.key, undefined),
  ])
  const token: Token = {
    ...number,
    customer: customer.id,
    merchant: customer.merchant,
    ...nameFields(name),
    active: input.active,
    account,
    createdAt: context.now,
  }
  world.commit([tokenChange(token), metaChange('ids', { ...ids, token: token.id })])
  return token
}

/** The first id from `id` on whose virtual PAN is free: data with another seed may use some. */
function nextNumber(world: World, id: number): Pick<Token, 'id' | 'virtualPan'> {
  const pan = virtualPan(world.seed, id, world.environment.assumptions)
  const isFree = world.records.tokenIndex.byVirtualPan(pan) === undefined
  return isFree ? { id, virtualPan: pan } : nextNumber(world, id + 1)
}

/** Never changes the virtual PAN. */
export function updateToken(
  world: World,
  context: CommandContext,
  token: Token,
  input: Partial<TokenInput>,
): Token {
  const { preferredName, active = token.active } = input
  const { id, customer } = token
  const name = preferredName === undefined ? undefined : keyedText(world, preferredName)
  const account = input.account && redactedAccount(world, input.account)
  refuse([
    ...(account ? accountObjections(account, token.account, context) : []),
    ...nameObjections(world, customer, name?.key ?? nameKeyOf(token), id),
  ])
  const { nameKey: _replaced, ...rest } = token
  const updated: Token = {
    ...(name === undefined ? token : { ...rest, ...nameFields(name) }),
    active,
    account: account ?? token.account,
  }
  world.commit([tokenChange(updated)])
  return updated
}

export function deleteToken(world: World, { id }: Token): void {
  world.commit([{ table: 'tokens', key: id, line: undefined }])
}

/** The redacted account, as stored. */
function redactedAccount(world: World, input: AccountInput): TokenAccount {
  if (input.type === 'bank') return { type: 'bank', account: storedAccount(world, input) }
  return { type: 'card', card: storedCard(world, input), name: redactText(input.name) }
}

function nameFields({ text, key }: KeyedText) {
  return key === text ? { preferredName: text } : { preferredName: text, nameKey: key }
}

function nameObjections(
  world: World,
  customer: number,
  nameKey: string,
  own: number | undefined,
): readonly Objection[] {
  const other = world.records.tokenIndex.byName(customer, nameKey)
  if (other === undefined || other === own) return []
  const message = `Token ${other} of this customer has this name`
  return [{ code: 'preferred_name_in_use', message, subject: 'preferred_name' }]
}

function refuse(objections: readonly Objection[]): void {
  if (objections.length > 0) throw new Problem(objections)
}

function tokenChange(token: Token): RowChange {
  return { table: 'tokens', key: token.id, line: JSON.stringify(token) }
}
