import { Recent } from '../../../base/recent.ts'
import type { Exchange } from '../../../record/exchange.ts'
import { clarityOf, isReadable } from '../../payments/clarity.ts'
import type { CallFinding, Sighting } from '../finding.ts'

/** The creations in the vault: what shows that two mean the same, and what is stored only once. */
const kinds = {
  customer_create: { word: 'customer', same: 'name', unique: 'reference' },
  token_create: { word: 'token', same: 'account', unique: 'name' },
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
  seen: 'After a lost response to the creation of a customer or token, the client created it again without listing or looking it up first: a customer with the same name but another reference, or a token with the same account but another `preferred_name`. The same reference is fine, since `POST /customers` returns the customer that has it, and so is the same `preferred_name`, which the gateway refuses if the first one went through.',
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
      const key = keyOf(operation, exchange)
      const [before, after] = [lost.get(key), latest.get(key)]
      latest.set(key, exchange)
      const isLost = clarityOf(exchange) === 'unclear'
      if (isLost) lost.set(key, exchange)
      else lost.take(key)
      const isSecond = isBlind(before, exchange)
      if (!isSecond && !isLost) return undefined
      const [first, again] = isSecond ? [before, exchange] : [exchange, after]
      return isBlind(first, again) && first && again && isCreatedAgain(operation, first, again)
        ? sighting(operation, first, again)
        : undefined
    }
  },
}

/** What a creation has in common with another attempt at it. */
function keyOf(creation: VaultCreation, { merchant, request: { path }, asked }: Exchange): string {
  return `${merchant} ${path} ${asked[kinds[creation].same]}`
}

/** The list that shows what was created: of customers, or of the tokens of one customer. */
function listOf({ merchant, operation, request: { path } }: Exchange): string {
  const isOne = operation === 'customer_lookup' || operation === 'token_lookup'
  return `${merchant} ${isOne ? path.slice(0, path.lastIndexOf('/')) : path}`
}

/** A refused one is stored nowhere, and what is unique is stored once. */
function isCreatedAgain(creation: VaultCreation, before: Exchange, exchange: Exchange): boolean {
  const { unique } = kinds[creation]
  return clarityOf(exchange) !== 'refused' && before.asked[unique] !== exchange.asked[unique]
}

function sighting(creation: VaultCreation, before: Exchange, exchange: Exchange): Sighting {
  const { word } = kinds[creation]
  const { path } = exchange.request
  const { name = '' } = exchange.asked
  return {
    key: `${path} ${name}`,
    subject: `${word} ${name}`,
    message: `The ${word} was created again after a lost response (${answerText(before)}), with no list or get in between.`,
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
  return status === null ? 'none' : String(status)
}
