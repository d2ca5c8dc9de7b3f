import { Recent } from '../../../base/recent.ts'
import { type Exchange, isRefusedFor } from '../../../record/exchange.ts'
import { clarityOf, isReadable } from '../../payments/clarity.ts'
import type { CallFinding, Sighting } from '../finding.ts'

/** The creations in the vault, and the calls that show what happened to one. */
const kinds = {
  customer_create: { word: 'customer', names: ['name'] },
  token_create: { word: 'token', names: ['name', 'account'] },
} as const

type VaultCreation = keyof typeof kinds

const looking: readonly Exchange['operation'][] = [
  'customer_search',
  'customer_lookup',
  'token_list',
  'token_lookup',
]

export const blindRecreate: CallFinding<'blind-recreate'> = {
  code: 'blind-recreate',
  severity: 'warning',
  one: 'blind re-creation',
  seen: 'After a lost response to the creation of a customer or token, the client created it again without listing or looking it up first: a customer with the same name but another reference, or a token with the same name or account. The same reference is fine, since `POST /customers` returns the customer that has it.',
  recipe: 'docs/reference/vault.md',
  // Compares by arrival: the answer to a lost creation may end after the calls that follow it.
  watch: () => {
    const lost = new Recent<string, Exchange>()
    const latest = new Recent<string, Exchange>()
    const looked = new Recent<string, number>()
    const isBlind = (first: Exchange | undefined, again: Exchange | undefined): boolean =>
      first !== undefined &&
      again !== undefined &&
      first.arrived < again.arrived &&
      (looked.get(listOf(first)) ?? 0) < first.arrived
    return (exchange) => {
      const { operation, arrived } = exchange
      if (looking.includes(operation) && isReadable(exchange)) {
        looked.set(listOf(exchange), arrived)
      }
      if (operation !== 'customer_create' && operation !== 'token_create') return undefined
      const pairs = keysOf(operation, exchange).flatMap((key) => {
        const [before, after] = [lost.get(key), latest.get(key)]
        latest.set(key, exchange)
        if (clarityOf(exchange) === 'unclear') lost.set(key, exchange)
        else lost.take(key)
        const pair = isBlind(before, exchange) ? [before, exchange] : [exchange, after]
        return lost.get(key) === exchange || pair[0] === before ? [pair] : []
      })
      for (const [first, again] of pairs) {
        if (isBlind(first, again) && first && again && isCreatedAgain(operation, first, again)) {
          return sighting(operation, first, again)
        }
      }
      return undefined
    }
  },
}

/** What a creation has in common with another attempt at it. */
function keysOf(
  creation: VaultCreation,
  { merchant, request: { path }, asked }: Exchange,
): readonly string[] {
  return kinds[creation].names.map((name) => `${merchant} ${path} ${name} ${asked[name]}`)
}

/** The list that shows what was created: of customers, or of the tokens of one customer. */
function listOf({ merchant, operation, request: { path } }: Exchange): string {
  const isOne = operation === 'customer_lookup' || operation === 'token_lookup'
  return `${merchant} ${isOne ? path.slice(0, path.lastIndexOf('/')) : path}`
}

function isCreatedAgain(creation: VaultCreation, before: Exchange, exchange: Exchange): boolean {
  const isRefused = clarityOf(exchange) === 'refused'
  // The refusal of a token's name shows that the first one had gone through.
  if (isRefused) return isRefusedFor(exchange, 'preferred_name_in_use')
  return creation === 'token_create' || before.asked.reference !== exchange.asked.reference
}

function sighting(creation: VaultCreation, before: Exchange, exchange: Exchange): Sighting {
  const { word } = kinds[creation]
  const { path } = exchange.request
  const { name = '' } = exchange.asked
  const end = isRefusedFor(exchange, 'preferred_name_in_use')
    ? ' It was refused, because the first one had gone through.'
    : ''
  return {
    key: `${path} ${name}`,
    subject: `${word} ${name}`,
    message: `The ${word} was created again after a lost response (${answerText(before)}), with no list or get in between.${end}`,
    cause: creation,
    advice:
      creation === 'customer_create'
        ? 'Ask GET /v1/customers?reference=… first, or create it again with the same reference, which returns the customer that has it.'
        : 'Ask GET /v1/customers/{id}/tokens first; create the token again only if it is not in the list.',
    exchanges: [before, exchange],
  }
}

function answerText({ response: { status }, fault }: Exchange): string {
  if (fault?.garbage) return 'not JSON'
  return status === undefined ? 'none' : String(status)
}
