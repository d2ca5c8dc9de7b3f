import { type TransactionKind, transactionKinds } from '../domain/transaction/kinds-and-statuses.ts'
import type { Exchange, Moved } from './exchange-schema.ts'

/**
 * One call of the gateway or the vault: redacted, with what the sandbox did with it. The journal,
 * the control API, run files, findings and pages all use this record. Its schema is in a file of
 * its own, because only readers of files need it.
 */
export type { Exchange, Moved }

/** What findings and coverage need to know about a call; it is not shown. */
export type ExchangeFacts = Exchange['facts']

/** What a call asked for. */
export type Asked = Exchange['asked']

/** What a transaction request asked for. */
export type RequestedPayment = Asked & { readonly reference: NonNullable<Asked['reference']> }

/** The transaction that a request made. */
export type Made = NonNullable<ExchangeFacts['made']>

/** A number in a free text that looks like that of a card. */
export type CardInText = NonNullable<ExchangeFacts['card_number_in']>[number]

/** What a vault call did, if its name does not say it. */
export type VaultEvent = NonNullable<ExchangeFacts['vault']>[number]

/** A transaction request when it was processed, before it is known whether its answer arrives. */
export type Opening = NonNullable<ReturnType<typeof openingOf>>

/** A call that was processed and whose answer is delayed. */
export interface DelayedCall {
  /** The call as if no answer came. */
  readonly exchange: Exchange
  readonly hasLeft: boolean
  /** How long its client has been waiting, or waited until it disconnected. */
  readonly waitedMs: number
}

const creating: ReadonlySet<string | null | undefined> = new Set(transactionKinds)

/** Whether an operation makes a transaction. */
export function isCreating(operation: string | null | undefined): operation is TransactionKind {
  return creating.has(operation)
}

function isPayment(asked: Asked): asked is RequestedPayment {
  return asked.reference !== undefined
}

/** Whether the client cannot know the outcome: no response, one that is cut off or unreadable, 5xx or 408. */
export function isLostResponse({
  response: { status },
  fault,
}: Pick<Exchange, 'response' | 'fault'>): boolean {
  if (status === null || fault?.garbage === true) return true
  return status >= 500 || status === 408
}

/** A transaction request as it was when it was processed. */
export function openingOf(exchange: Exchange) {
  const { operation, facts, request, response, asked } = exchange
  if (!isCreating(operation) || !isPayment(asked)) return undefined
  const status = response.status ?? 0
  return {
    operation,
    at: Date.parse(exchange.at),
    realAt: Date.parse(exchange.real_at),
    arrived: exchange.arrived,
    merchant: exchange.merchant,
    correlationId: request.correlation_id ?? undefined,
    correlationKey: request.correlation_key,
    card: exchange.card,
    requested: asked,
    made: facts.made,
    isRefused: status >= 400 && status < 500 && status !== 408 && facts.made === undefined,
    isOwn: exchange.sender !== undefined,
  }
}

/** The program that sent it, by its own word. */
export function userAgentOf({ request: { headers } }: Exchange): string | undefined {
  return Object.entries(headers).find(([name]) => /^user-agent$/i.test(name))?.[1]
}

/** Between two times of a record. */
export function msBetween(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from)
}

/** Whether this is one of the reasons for which a call was refused. */
export function isRefusedFor({ facts }: Exchange, reason: string): boolean {
  return facts.refusals?.some(({ code }) => code === reason) ?? false
}

/** `422 invalid_pan` */
export function refusalText({ response, facts }: Exchange): string {
  const [reason] = facts.refusals ?? []
  return reason === undefined ? `${response.status}` : `${response.status} ${reason.code}`
}
