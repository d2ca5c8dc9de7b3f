import { memberOf } from '../../../domain/plain-object.ts'
import { type Exchange, isRefusedFor } from '../../exchange.ts'
import { Recent } from '../../recent.ts'
import { clarityOf, isReadable } from '../../stories/clarity.ts'
import type { CallFinding, Sighting } from '../finding.ts'

/** The creations in the vault, and the calls that show what became of one. */
const kinds = {
  customer_create: { word: 'customer', looks: ['customer_search', 'customer_lookup'] },
  token_create: { word: 'token', looks: ['token_list', 'token_lookup'] },
} as const

type VaultCreation = keyof typeof kinds

export const recreatedBlindly: CallFinding<'recreated-blindly'> = {
  code: 'recreated-blindly',
  severity: 'warning',
  one: 'blind creation',
  many: 'blind creations',
  seen: 'After an unclear answer to the creation of a customer or token, it was created again with no list or get in between: a customer of the same name under another reference, or a token of the same name or account. The same reference is fine, since `POST /customers` returns the customer that has it.',
  watch: () => {
    const lost = new Recent<string, Exchange>()
    return (exchange) => {
      const { operation } = exchange
      const creation = creationOf(operation)
      if (creation === undefined) {
        if (!lost.isEmpty && isReadable(exchange)) forgetLooked(lost, exchange)
        return undefined
      }
      const keys = keysOf(creation, exchange)
      const before = keys.map((key) => lost.get(key)).find((one) => one !== undefined)
      const isUnclear = clarityOf(exchange) === 'unclear'
      for (const key of keys) {
        if (isUnclear) lost.set(key, exchange)
        else lost.take(key)
      }
      if (before === undefined || !isCreatedAgain(creation, before, exchange)) return undefined
      return sighting(creation, before, exchange)
    }
  },
}

function creationOf(operation: Exchange['operation']): VaultCreation | undefined {
  return operation === 'customer_create' || operation === 'token_create' ? operation : undefined
}

/** What a creation has in common with another attempt at it. */
function keysOf(
  creation: VaultCreation,
  { merchant, request: { path, body } }: Exchange,
): string[] {
  const names = creation === 'customer_create' ? ['name'] : ['preferred_name', 'account']
  return names.map((name) => `${merchant} ${path} ${name} ${JSON.stringify(memberOf(body, name))}`)
}

/** A list or get of customers, or of the tokens of one customer, shows what became of a creation. */
function forgetLooked(lost: Recent<string, Exchange>, { operation, merchant, request }: Exchange) {
  for (const creation of Object.keys(kinds) as VaultCreation[]) {
    const looks: readonly (string | undefined)[] = kinds[creation].looks
    if (!looks.includes(operation)) continue
    lost.forget(
      (one) =>
        one.operation === creation &&
        one.merchant === merchant &&
        (creation === 'customer_create' || request.path.startsWith(one.request.path)),
    )
  }
}

function isCreatedAgain(creation: VaultCreation, before: Exchange, exchange: Exchange): boolean {
  const isRefused = clarityOf(exchange) === 'refused'
  // The refusal of a token's name shows that the first one had gone through.
  if (isRefused) return isRefusedFor(exchange, 'preferred_name_in_use')
  return creation === 'token_create' || referenceOf(before) !== referenceOf(exchange)
}

function referenceOf({ request }: Exchange): unknown {
  return memberOf(request.body, 'reference')
}

function sighting(creation: VaultCreation, before: Exchange, exchange: Exchange): Sighting {
  const { word } = kinds[creation]
  const { path, body } = exchange.request
  const name = String(memberOf(body, creation === 'customer_create' ? 'name' : 'preferred_name'))
  const end = isRefusedFor(exchange, 'preferred_name_in_use')
    ? ' It was refused, because the first one had gone through.'
    : ''
  return {
    key: `${path} ${name}`,
    subject: `${word} ${name}`,
    message: `The ${word} was created again after an unclear answer (${answerText(before)}), with no list or get in between.${end}`,
    advice:
      creation === 'customer_create'
        ? 'List the customers by reference first, or create it again with the same reference, which returns the customer that has it.'
        : "List the customer's tokens first; only if it is not among them, create it again.",
    exchanges: [before, exchange],
  }
}

function answerText({ answer: { status }, fault }: Exchange): string {
  if (fault?.kind === 'garbage') return 'not JSON'
  return status === undefined ? 'none' : String(status)
}
