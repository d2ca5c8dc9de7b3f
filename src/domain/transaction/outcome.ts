import type { Assumptions } from '../assumptions/assumptions.ts'
import { type BankCode, bankCodes, returnCodes } from './bank-codes.ts'
import type { Decision, GatewayFailure } from './decision.ts'
import type { DecidedStatus } from './kinds-and-statuses.ts'
import type { Outcome, PaymentMethod } from './transaction.ts'

const failureMessages: Readonly<Record<GatewayFailure, string>> = {
  acquirer_unreachable: 'Acquirer unreachable',
  acquirer_timeout: 'Acquirer timed out',
  acquirer_unusable: 'Acquirer response unusable',
  plugin_failure: 'Plugin failed',
  card_type_not_enabled: 'Merchant not enabled for this card type',
  internal: 'Internal error',
}

export const gatewayFailures = Object.keys(failureMessages) as readonly GatewayFailure[]

/** The gateway did its part; the bank may still decline. */
export const PROCESSED = 0
const UNKNOWN = -99

export function gatewayStatusMessage(code: number, { gateway_status_codes }: Assumptions): string {
  if (code === PROCESSED) return 'Processed'
  if (code === UNKNOWN) return 'Unknown'
  const failure = gatewayFailures.find((name) => gateway_status_codes[name] === code)
  return failure === undefined ? `Gateway status ${code}` : failureMessages[failure]
}

/** The number of a failure; a failure given as a number is used as it is. */
export function gatewayStatusCode(
  given: number | GatewayFailure,
  { gateway_status_codes }: Assumptions,
): number {
  return typeof given === 'number' ? given : gateway_status_codes[given]
}

/** A decision with its gateway status resolved to a number. */
export type NumberedDecision = Omit<Decision, 'gatewayStatusCode'> & {
  readonly gatewayStatusCode?: number
}

/** The outcome that a decision asks for, else the natural one. */
export function outcomeOf(
  decision: NumberedDecision,
  method: PaymentMethod['kind'],
  natural: Outcome,
): Outcome {
  const { responseMessage } = decision
  const status = decision.status ?? impliedStatus(decision, method)
  const outcome = status === undefined ? natural : outcomeWith(status, decision, method)
  return responseMessage === undefined ? outcome : { ...outcome, responseMessage }
}

/** The outcome that follows from a bank's code alone. */
export function bankAnswer(method: PaymentMethod['kind'], responseCode: string): Outcome {
  return outcomeWith(statusOfCode(method, responseCode), { responseCode }, method)
}

export const unknownOutcome = {
  status: 'unknown',
  gatewayStatusCode: UNKNOWN,
  responseCode: '',
  responseMessage: '',
} as const satisfies Outcome

export const pendingOutcome: Outcome = {
  status: 'pending',
  gatewayStatusCode: PROCESSED,
  responseCode: '',
  responseMessage: 'Awaiting the bank',
}

function impliedStatus(
  decision: NumberedDecision,
  method: PaymentMethod['kind'],
): Outcome['status'] | undefined {
  const gatewayCode = decision.gatewayStatusCode ?? PROCESSED
  if (gatewayCode === UNKNOWN) return 'unknown'
  if (gatewayCode !== PROCESSED) return 'error'
  if (decision.responseCode === undefined) return undefined
  return statusOfCode(method, decision.responseCode)
}

function statusOfCode(method: PaymentMethod['kind'], code: string): DecidedStatus {
  if (method === 'direct_debit' && code.length === 1) return 'declined'
  return cardResponse(code).status
}

const usualCodes: Readonly<Record<PaymentMethod['kind'], Readonly<Record<DecidedStatus, string>>>> =
  {
    card: { approved: '00', declined: '05', error: '96' },
    direct_debit: { approved: '00', declined: '6', error: '9' },
  }

function outcomeWith(
  status: Outcome['status'],
  decision: NumberedDecision,
  method: PaymentMethod['kind'],
): Outcome {
  if (status === 'unknown') {
    return { ...unknownOutcome, gatewayStatusCode: decision.gatewayStatusCode ?? UNKNOWN }
  }
  if (status === 'pending') {
    return { ...pendingOutcome, responseCode: decision.responseCode ?? '' }
  }
  const gatewayStatusCode = decision.gatewayStatusCode ?? PROCESSED
  // If the gateway itself failed, there is no bank response.
  if (status === 'error' && gatewayStatusCode !== PROCESSED) {
    return { status, gatewayStatusCode, responseCode: '', responseMessage: '' }
  }
  const responseCode = decision.responseCode ?? usualCodes[method][status]
  const isReturn = method === 'direct_debit' && responseCode.length === 1
  const { message } = isReturn ? debitReturn(responseCode) : cardResponse(responseCode)
  return { status, gatewayStatusCode, responseCode, responseMessage: message }
}

const cardResponses = new Map(bankCodes.map((known) => [known.code, known]))
const debitReturns = new Map(returnCodes.map((known) => [known.code, known]))

/** Banks may use new codes at any time; an unknown code is never an approval. */
export function cardResponse(code: string): Pick<BankCode, 'status' | 'message'> {
  return cardResponses.get(code) ?? { status: 'declined', message: 'Declined by the bank' }
}

export function debitReturn(code: string): Pick<BankCode, 'message'> {
  return debitReturns.get(code) ?? { message: 'Returned by the bank' }
}

/** What a bank answers if nothing stands against a payment, by card or by direct debit. */
export const approvedOutcome: Outcome = bankAnswer('card', '00')
