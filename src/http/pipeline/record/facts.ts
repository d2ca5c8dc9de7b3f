import { isPan, isVirtualPan, maskPan } from '../../../domain/card/card.ts'
import { isTestPan } from '../../../domain/card/test-cards.ts'
import { isIdentifier } from '../../../domain/identifier.ts'
import { memberOf } from '../../../domain/plain-object.ts'
import { type Redacted, redactText } from '../../../domain/redaction/redacted.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import type {
  ExchangeFacts,
  Made,
  RequestedPayment,
  ShownTransaction,
  VaultEvent,
} from '../../../insight/exchange.ts'
import { textKey } from '../../../world/commands/text-key.ts'
import type { Answer, AnswerNote } from '../../answer.ts'
import type { Call } from '../../call.ts'
import type { ApiOperation } from '../../operation.ts'
import type { Delivered } from '../delivery/send.ts'
import { redactedAt, redactedOf } from './redacted-request.ts'

/** A call that has its answer, or can no longer get one. */
export interface FinishedCall {
  readonly call: Call
  readonly operation: ApiOperation | undefined
  readonly answer: Answer
  readonly delivered: Delivered
}

/** The redacted facts that findings and coverage need. `cardNumberIn`: free texts with a card number. */
export function factsOf(
  finished: FinishedCall,
  waitedMs: number,
  cardNumberIn: readonly Redacted[],
): ExchangeFacts {
  const { call, operation, answer, delivered } = finished
  const { note } = answer
  const name = operation?.name
  const isLook = name === 'lookup' || name === 'search'
  // No spread: all calls share one object shape, built without copying.
  return {
    requested: isLook ? undefined : requestedIn(call),
    made: note?.transaction && madeOf(note.transaction, note),
    about: isLook ? aboutOf(call, note?.correlationKey) : undefined,
    shown: isLook ? shownIn(finished) : undefined,
    refusals: refusalsIn(finished),
    fingerprint: fingerprintOf(finished),
    cardNumberIn: cardNumberIn.length === 0 ? undefined : cardNumberIn,
    foreignCard: foreignCardIn(call),
    isStoredCard: isStoredCard(finished),
    next: note?.next?.slice(call.base.api.length - API_LENGTH),
    vault: vaultEventsOf(finished),
    retryAfterMs: retryAfterIn(finished),
    waitedMs,
    hasLeft: delivered.hasLeft,
  }
}

/** The length of `/v1`, which the paths in the journal begin with. */
const API_LENGTH = 3

/** What a transaction request asks for, as far as it can be read. */
function requestedIn(call: Call): RequestedPayment | undefined {
  const transaction = redactedAt(redactedOf(call).body, 'transaction')
  const reference = redactedAt(transaction, 'reference')
  const isText = typeof memberOf(memberOf(call.body, 'transaction'), 'reference') === 'string'
  if (!isText || typeof reference !== 'string') return undefined
  const amounts = redactedAt(transaction, 'amount_details')
  const amount = redactedAt(amounts, 'total_amount')
  const currency = redactedAt(amounts, 'currency')
  return {
    reference,
    amount: typeof amount === 'string' && /^\d{1,12}$/.test(amount) ? Number(amount) : undefined,
    currency: typeof currency === 'string' ? redactText(currency.slice(0, 3)) : undefined,
    target: auditIn(call.pathValues),
  }
}

/** Only a valid audit: a client may have put a card number there. */
function auditIn({ audit }: Call['pathValues']): number | undefined {
  const number = Number(audit)
  return isIdentifier(number) ? number : undefined
}

function madeOf(transaction: Transaction, note: AnswerNote): Made {
  const { method } = transaction
  const card = method.rail === 'card' ? method.card : undefined
  return {
    audit: transaction.audit,
    kind: transaction.kind,
    status: transaction.status,
    gatewayStatusCode: transaction.gatewayStatusCode,
    responseCode: transaction.responseCode,
    responseMessage: transaction.responseMessage,
    reason: reasonOf(transaction, note),
    amount: transaction.amount,
    total: transaction.total,
    currency: transaction.currency,
    rail: method.rail,
    cardType: card?.type,
    expiry: card?.expiry && `${card.expiry.year}-${card.expiry.month}`,
    isByToken: method.token !== undefined,
    hasSurcharge: transaction.surcharge !== undefined,
    expiresAt: transaction.expiresAt,
    isDrifting: transaction.drift === true,
  }
}

/** How a code that a rule derives from the request is explained. */
const derived: Readonly<Record<string, string>> = {
  'from-amount': "the amount's cents are",
  'from-pan': 'the card number ends in',
  'from-bsb': 'the BSB ends in',
}

/** Why a bank did not approve. */
function reasonOf(
  { status, responseCode }: Transaction,
  { ruled }: AnswerNote,
): string | undefined {
  if (status === 'approved' || ruled === undefined) return undefined
  const source = derived[ruled.code ?? '']
  return source === undefined ? `rule ${ruled.rule}` : `${source} ${responseCode}`
}

function aboutOf(
  { world, pathValues, query }: Call,
  searched: Redacted | undefined,
): ExchangeFacts['about'] {
  const audit = auditIn(pathValues)
  if (audit !== undefined) return { audit }
  if (searched !== undefined) return { correlationKey: searched }
  // A search that failed before it was processed has a target, too.
  const id = query.correlation_id_lookup
  return id === undefined ? undefined : { correlationKey: textKey(world, id) }
}

/** What a lookup or search showed; null: that there is no such transaction. */
function shownIn({
  answer: { note },
  delivered,
}: FinishedCall): ShownTransaction | null | undefined {
  const { status } = delivered
  const isFault = note?.fault?.at === 'before' || note?.fault?.kind === 'http'
  if (status === undefined || isFault) return undefined
  if (status === 404) return null
  if (status !== 200) return undefined
  if (note?.audit === undefined || note.outcome === undefined) return null
  return { audit: note.audit, status: note.outcome, isDrifting: note.isDrifting === true }
}

/** The codes of a refusal, whether by a check or by a rule. */
function refusalsIn({ answer: { note }, delivered }: FinishedCall): readonly string[] | undefined {
  const { status } = delivered
  if (status === undefined || status < 400 || status >= 500) return undefined
  const code = note?.fault?.kind === 'http' ? note.fault.errorCode : undefined
  return note?.refusals ?? (code === undefined ? [] : [redactText(code)])
}

/** How long the answer asked its client to wait; a date means the machine's clock, as clients read it. */
function retryAfterIn({ call, answer: { note }, delivered }: FinishedCall): number | undefined {
  const { status = 0 } = delivered
  if (status < 400) return undefined
  const header = Object.entries(note?.ruleHeaders ?? {}).find(([name]) =>
    /^retry-after$/i.test(name),
  )
  const fault = note?.fault?.kind === 'http' ? note.fault.retryAfter : undefined
  const given = header?.[1] ?? fault
  if (given === undefined) return undefined
  const seconds = typeof given === 'object' ? Number.NaN : Number(given)
  if (!Number.isNaN(seconds)) return seconds * 1000
  const at = typeof given === 'object' ? given.at : Date.parse(String(given))
  const wait = at - call.world.environment.realTime()
  return wait > 0 ? wait : undefined
}

/** Only of refused requests and possible retries, since a hash takes time. */
function fingerprintOf({ call, operation, delivered }: FinishedCall): string | undefined {
  const { body, world, method, path, history } = call
  if (body === undefined) return undefined
  const { status = 0 } = delivered
  const isRefused = status >= 400 && status < 500
  if (!isRefused && !history.mayBeRetry(operation?.name)) return undefined
  return world.environment.fingerprint(`${method} ${path} ${JSON.stringify(body)}`)
}

/** The number of the card that a request names, wherever its operation has it. */
function panIn(body: unknown): unknown {
  const paid = memberOf(memberOf(memberOf(body, 'transaction'), 'payment_method'), 'creditcard')
  if (paid !== undefined) return memberOf(paid, 'pan')
  return memberOf(memberOf(memberOf(body, 'account'), 'general_creditcard'), 'CARD.PAN')
}

/** The number of a card that is given in full. */
function fullPanIn({ body, world }: Call): string | undefined {
  const pan = panIn(body)
  if (typeof pan !== 'string') return undefined
  return isVirtualPan(pan, world.environment.assumptions) ? undefined : pan
}

/** The masked number of a card that is not a published test card. */
function foreignCardIn(call: Call): string | undefined {
  const pan = fullPanIn(call)
  if (pan === undefined || isTestPan(pan) || !isPan(pan)) return undefined
  return maskPan(pan)
}

/** The fingerprint of the card or bank account; made here if the request was not processed. */
export function cardIn(call: Call, { note }: Answer): string | undefined {
  if (note?.card !== undefined) return note.card
  const { method } = note?.transaction ?? {}
  if (method !== undefined)
    return (method.rail === 'card' ? method.card : method.account).fingerprint
  if (note?.refusals === undefined && note?.fault === undefined) return undefined
  const pan = fullPanIn(call)
  return pan === undefined || !isPan(pan) ? undefined : call.world.environment.fingerprint(pan)
}

function isStoredCard({ call, answer: { note } }: FinishedCall): boolean | undefined {
  const { transaction } = note ?? {}
  if (transaction === undefined || transaction.target !== 0) return undefined
  const { method, merchant } = transaction
  if (method.rail !== 'card' || method.token !== undefined) return undefined
  return call.world.records.tokenIndex.hasCard(merchant, method.card.fingerprint)
}

/**
 * Only a valid merchant id: a client may have put a card number there. An operation without one is for
 * its user's merchant; other requests have none.
 */
export function merchantIn(
  { query, body, user }: Call,
  operation: ApiOperation['name'] | undefined,
): number | undefined {
  const named = (body as { merchant?: { id?: unknown } } | null | undefined)?.merchant?.id
  if (isIdentifier(named)) return named
  const merchant = Number(query.merchant_id)
  if (isIdentifier(merchant)) return merchant
  return operation === undefined ? undefined : user?.merchant
}

function vaultEventsOf({
  call,
  operation,
  answer,
}: FinishedCall): readonly VaultEvent[] | undefined {
  if (answer.note?.isFoundAgain) return ['found-again']
  if (operation?.name !== 'token_update') return undefined
  return [
    ...(memberOf(call.body, 'account') === undefined ? [] : (['renewed'] as const)),
    ...(memberOf(call.body, 'active') === false ? (['deactivated'] as const) : []),
  ]
}
