import { withMask } from '../../../base/redaction/card-number.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import type { CommandContext } from '../../../domain/command-context.ts'
import { hash32, showsOptional } from '../../../domain/generated-codes.ts'
import { totalOf } from '../../../domain/money.ts'
import { surchargeKeys } from '../../../domain/surcharge.ts'
import { sydneyIso } from '../../../domain/time/sydney-time.ts'
import { actionsOn, isPossible } from '../../../domain/transaction/acting-on-target.ts'
import { gatewayStatusMessage, PROCESSED } from '../../../domain/transaction/outcome.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import { shownAccount } from '../account-members.ts'
import type { CreatedResponse, LookupResponse } from '../contract/transaction-answer.ts'
import { type Base, fillPath, type Link } from '../paths.ts'

/** What a representation needs besides the transaction. */
interface View {
  readonly base: Base
  readonly context: CommandContext
}

/** The answer of an operation that created a transaction; its time is only approximate. */
export function createdTransaction(transaction: Transaction, view: View) {
  const { assumptions } = view.context
  const isDebit = transaction.method.kind === 'direct_debit'
  const answer: CreatedResponse = {
    audit: transaction.audit,
    gateway_timestamp: sydneyIso(transaction.createdAt, 'seconds'),
    merchant: { id: transaction.merchant },
    kvps: isDebit ? {} : kvpsOf(transaction, assumptions),
    status: statusOf(transaction, assumptions),
    _links: linksOf(transaction, view),
  }
  return transaction.drift ? driftedIn(view, transaction, answer) : answer
}

/** The answer of a lookup. */
export function lookedUpTransaction(transaction: Transaction, view: View) {
  const { assumptions } = view.context
  const answer: LookupResponse = {
    audit: transaction.audit,
    gateway_timestamp: sydneyIso(transaction.createdAt, 'milliseconds'),
    merchant: { id: transaction.merchant },
    kvps: kvpsOf(transaction, assumptions),
    transaction: detailsOf(transaction, assumptions),
    status: statusOf(transaction, assumptions),
    _links: linksOf(transaction, view),
  }
  return transaction.drift ? driftedIn(view, transaction, answer) : answer
}

/** The answer of a rule that asks for drift: it no longer follows the contract. */
function driftedIn({ base, context }: View, made: Transaction, body: CreatedResponse): object {
  const { seed } = context
  // Otherwise no client could ever see that its void worked.
  const status = made.status === 'voided' ? body.status.transaction_status_code : undefined
  return drifted(body, made.audit, { api: base.api, seed, status })
}

function detailsOf(
  transaction: Transaction,
  assumptions: Assumptions,
): LookupResponse['transaction'] {
  const { method, target, kind } = transaction
  const showsTarget = target !== 0 && (kind !== 'completion' || assumptions.completion_target_audit)
  return {
    reference: transaction.reference,
    transaction_type: typeOf(transaction, assumptions),
    ...(showsTarget && { target_audit: target }),
    amount_details: { total_amount: String(totalOf(transaction)), currency: transaction.currency },
    payment_method: methodOf(transaction, assumptions),
    ...(method.kind === 'direct_debit' && {
      directdebit_mode: isCredit(transaction) ? assumptions.direct_debit.credit_mode : 'debit',
    }),
  }
}

function typeOf({ kind }: Transaction, assumptions: Assumptions): string {
  if (kind === 'void') return assumptions.words.void_type
  const isRefund = kind === 'refund' || kind === 'standalone_refund'
  return isRefund ? assumptions.refund_transaction_type : kind
}

function isCredit({ kind }: Transaction): boolean {
  return kind === 'refund' || kind === 'standalone_refund'
}

function methodOf(
  { method }: Transaction,
  assumptions: Assumptions,
): LookupResponse['transaction']['payment_method'] {
  const { mask_character, direct_debit_payment_method, direct_debit_fields: names } = assumptions
  if (method.kind === 'card') {
    const { pan, type } = method.card
    return { creditcard: { pan: withMask(pan, mask_character), type } }
  }
  return { [direct_debit_payment_method]: shownAccount(method.account, names, mask_character) }
}

function statusOf(transaction: Transaction, assumptions: Assumptions): CreatedResponse['status'] {
  const { gatewayStatusCode, status, responseCode, responseMessage } = transaction
  const { words } = assumptions
  const shown = acquirerData(transaction)
  return {
    gateway_status_code: gatewayStatusCode,
    gateway_status_message: gatewayStatusMessage(gatewayStatusCode, assumptions),
    transaction_status_code: status === 'voided' || status === 'unknown' ? words[status] : status,
    acquirer: {
      response_code: responseCode,
      response_message: responseMessage,
      // JSON leaves undefined members out.
      settlement_date: shown.settlementDate || undefined,
      authorisation_code: shown.authorisationCode || undefined,
      preauthorisation_code: shown.preauthorisationCode || undefined,
    },
  }
}

type AcquirerData = Partial<
  Pick<Transaction, 'settlementDate' | 'authorisationCode' | 'preauthorisationCode'>
>

/**
 * The bank's additional data: none if the gateway failed, and only for about half of the declined
 * transactions, so that clients do not rely on it.
 */
function acquirerData(transaction: Transaction): AcquirerData {
  const { status, gatewayStatusCode, audit, settlementDate } = transaction
  if (gatewayStatusCode !== PROCESSED) return {}
  const isTurnedDown = status === 'declined' || status === 'error'
  if (status === 'approved' || wasApproved(transaction) || (isTurnedDown && showsOptional(audit)))
    return transaction
  return isTurnedDown || status === 'unknown' ? {} : { settlementDate }
}

/** A pending debit can be voided without having been approved. */
function wasApproved({ status, moves = [] }: Transaction): boolean {
  return status === 'voided' && moves.some(({ from }) => from === 'approved')
}

function kvpsOf(
  transaction: Transaction,
  { kvp_namespace, kvps: names }: Assumptions,
): Record<string, string> {
  const kvps: Record<string, string> = {}
  const request = `${kvp_namespace}.REQUEST.KVP.`
  const response = `${kvp_namespace}.RESPONSE.KVP.`
  const { requestKvps, responseKvps, surcharge, amount } = transaction
  for (const key in requestKvps) kvps[request + key] = requestKvps[key] as string
  if (surcharge) {
    kvps[request + surchargeKeys.original] = String(amount)
    kvps[request + surchargeKeys.percent] = surcharge.percent
    kvps[request + surchargeKeys.added] = String(surcharge.added)
    kvps[request + surchargeKeys.total] = String(totalOf(transaction))
  }
  const { authorisationCode } = acquirerData(transaction)
  if (authorisationCode) kvps[response + names.authorisation_code] = authorisationCode
  kvps[response + names.trace_number] = transaction.traceNumber
  for (const key in responseKvps) kvps[response + key] = responseKvps[key] as string
  return kvps
}

/** The actions that are possible now; following a link always works. */
function linksOf(transaction: Transaction, { base, context }: View): CreatedResponse['_links'] {
  const { audit, kind, target } = transaction
  const { assumptions, now } = context
  const { paths, rels } = assumptions
  const links: Record<string, Link> = { [rels.self]: { href: `${base.api}/transactions/${audit}` } }
  if (target !== 0) links[rels.target] = { href: `${base.api}/transactions/${target}` }
  for (const action of actionsOn[kind])
    if (isPossible[action](transaction, now, assumptions))
      links[rels[action]] = { href: base.api + fillPath(paths[action], { audit }) }
  return links
}

const newStatuses = ['under_review', 'partially_settled', 'awaiting_scheme', 'held']
const newMessages = ['Handled', 'Taken note of', 'See the scheme', 'Reworded']

/**
 * The same answer as from a later minor version of the gateway: unknown values, members and links,
 * in another order, each of a kind that the contract tells clients to expect. No member is missing
 * or changes its type.
 */
function drifted(body: object, audit: number, { api, seed, status: known }: Source): object {
  const pick = (salt: number, from: readonly string[]) =>
    from[hash32(seed, audit, salt) % from.length] as string
  const { status, _links, ...rest } = body as DriftingBody
  const grown = {
    ...rest,
    risk_assessment: { score: hash32(seed, audit, 3) % 100, engine: 'v2' },
    status: reordered({
      ...status,
      gateway_status_code: 700 + (hash32(seed, audit, 4) % 77),
      gateway_status_message: pick(1, newMessages),
      transaction_status_code: known ?? pick(2, newStatuses),
      acquirer: {
        ...status.acquirer,
        response_message: pick(5, newMessages),
        network_reference: String(hash32(seed, audit, 6)),
      },
    }),
    // An unknown relation with a valid address.
    _links: { ..._links, receipt: { href: `${api}/transactions/${audit}` } },
  }
  return reordered(grown)
}

function reordered(members: object): object {
  return Object.fromEntries(Object.entries(members).reverse())
}

/** The address for links, and the seed that makes each world drift differently. */
interface Source {
  readonly api: string
  readonly seed: number
  /** A status that stays as it is. */
  readonly status: string | undefined
}

interface DriftingBody {
  readonly status: { readonly acquirer: object }
  readonly _links: object
}
