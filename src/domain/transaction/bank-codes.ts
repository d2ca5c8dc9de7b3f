import type { DecidedStatus } from './kinds-and-statuses.ts'

/** What a client should do about an answer. */
export const retryAdvice = {
  none: 'nothing to retry',
  later: 'the same request may pass later, with a new correlation id',
  smaller: 'a smaller amount may pass',
  lookup: 'look the transaction up before you decide',
  cardholder: 'ask the customer for other details or another way to pay',
  merchant: 'do not retry; correct the request or the merchant set-up',
  never: 'do not retry this card or account',
} as const

/** A bank's response to a card payment. */
export interface BankCode {
  readonly code: string
  readonly status: DecidedStatus
  readonly message: string
  readonly retry: keyof typeof retryAdvice
}

type CodeRow = readonly [string, BankCode['status'], string, BankCode['retry']]

const codeRows: readonly CodeRow[] = [
  ['00', 'approved', 'Approved', 'none'],
  ['01', 'declined', 'Refer to card issuer', 'cardholder'],
  ['02', 'declined', 'Refer to card issuer, special condition', 'cardholder'],
  ['03', 'declined', 'Invalid merchant', 'merchant'],
  ['04', 'declined', 'Pick up card', 'never'],
  ['05', 'declined', 'Do not honour', 'later'],
  ['06', 'error', 'Error', 'later'],
  ['07', 'declined', 'Pick up card, special condition', 'never'],
  ['08', 'approved', 'Approved, honour with identification', 'none'],
  ['09', 'error', 'Request in progress', 'lookup'],
  ['10', 'declined', 'Only a partial amount was approved; nothing was charged', 'smaller'],
  ['11', 'approved', 'Approved (VIP)', 'none'],
  ['12', 'declined', 'Invalid transaction', 'merchant'],
  ['13', 'declined', 'Invalid amount', 'merchant'],
  ['14', 'declined', 'Invalid card number', 'never'],
  ['15', 'declined', 'No such issuer', 'cardholder'],
  ['16', 'approved', 'Approved, update track 3', 'none'],
  ['17', 'declined', 'Customer cancelled', 'cardholder'],
  ['18', 'declined', 'Customer dispute', 'never'],
  ['19', 'declined', 'Re-enter transaction', 'later'],
  ['20', 'declined', 'Invalid response', 'later'],
  ['21', 'declined', 'No action taken', 'later'],
  ['22', 'error', 'Suspected malfunction', 'later'],
  ['23', 'declined', 'Unacceptable transaction fee', 'merchant'],
  ['25', 'declined', 'Record not found', 'merchant'],
  ['30', 'error', 'Format error', 'merchant'],
  ['31', 'declined', 'Bank not supported', 'cardholder'],
  ['33', 'declined', 'Expired card, capture', 'cardholder'],
  ['34', 'declined', 'Suspected fraud, capture', 'never'],
  ['35', 'declined', 'Contact acquirer, capture', 'never'],
  ['36', 'declined', 'Restricted card, capture', 'never'],
  ['37', 'declined', 'Contact acquirer security, capture', 'never'],
  ['38', 'declined', 'PIN tries exceeded, capture', 'never'],
  ['39', 'declined', 'No credit account', 'cardholder'],
  ['40', 'declined', 'Function not supported', 'merchant'],
  ['41', 'declined', 'Lost card', 'never'],
  ['42', 'declined', 'No universal account', 'cardholder'],
  ['43', 'declined', 'Stolen card', 'never'],
  ['44', 'declined', 'No investment account', 'cardholder'],
  ['46', 'declined', 'Closed account', 'never'],
  ['51', 'declined', 'Insufficient funds', 'later'],
  ['52', 'declined', 'No cheque account', 'cardholder'],
  ['53', 'declined', 'No savings account', 'cardholder'],
  ['54', 'declined', 'Expired card', 'never'],
  ['55', 'declined', 'Incorrect PIN', 'cardholder'],
  ['56', 'declined', 'No card record', 'cardholder'],
  ['57', 'declined', 'Transaction not permitted to cardholder', 'cardholder'],
  ['58', 'declined', 'Transaction not permitted to terminal', 'merchant'],
  ['59', 'declined', 'Suspected fraud', 'never'],
  ['60', 'declined', 'Contact acquirer', 'merchant'],
  ['61', 'declined', 'Exceeds amount limit', 'smaller'],
  ['62', 'declined', 'Restricted card', 'cardholder'],
  ['63', 'declined', 'Security violation', 'merchant'],
  ['64', 'declined', 'Original amount incorrect', 'merchant'],
  ['65', 'declined', 'Exceeds frequency limit', 'later'],
  ['66', 'declined', 'Contact acquirer security', 'merchant'],
  ['67', 'declined', 'Hard capture', 'never'],
  ['68', 'error', 'Response received too late', 'lookup'],
  ['75', 'declined', 'PIN tries exceeded', 'cardholder'],
  ['77', 'approved', 'Approved', 'none'],
  ['78', 'declined', 'No such account', 'cardholder'],
  ['79', 'declined', 'Life-cycle block', 'never'],
  ['82', 'declined', 'CVV verification failed', 'cardholder'],
  ['83', 'declined', 'Cannot verify PIN', 'later'],
  ['85', 'declined', 'No reason to decline, not an approval', 'later'],
  ['90', 'error', 'Cut-off in process', 'later'],
  ['91', 'declined', 'Issuer unavailable', 'later'],
  ['92', 'declined', 'Cannot route transaction', 'later'],
  ['93', 'declined', 'Violation of law', 'never'],
  ['94', 'error', 'Duplicate transmission', 'lookup'],
  ['95', 'declined', 'Reconcile error', 'merchant'],
  ['96', 'error', 'System malfunction', 'later'],
  ['97', 'declined', 'Reconciliation totals reset', 'merchant'],
  ['98', 'error', 'MAC error', 'merchant'],
  ['99', 'declined', 'Declined, no further reason', 'later'],
  ['1A', 'declined', 'Authentication required', 'cardholder'],
  ['N7', 'declined', 'CVV2 failure', 'cardholder'],
  ['R0', 'declined', 'Stop this payment order', 'never'],
  ['R1', 'declined', 'Stop all payment orders of this merchant', 'never'],
  ['R3', 'declined', 'Stop all payment orders', 'never'],
]

/** All known card response codes, in order: ISO 8583, AS 2805 and the schemes' own. */
export const bankCodes: readonly BankCode[] = codeRows.map(([code, status, message, retry]) => ({
  code,
  status,
  message,
  retry,
}))

const advices = new Map(bankCodes.map(({ code, retry }) => [code, retry]))

/** What a client should do about a card payment with this response. */
export function adviceOn(code: string): BankCode['retry'] | undefined {
  return advices.get(code)
}

/** Return codes of direct debits; single characters, so that 6 differs from the card code 06. */
export const returnCodes: readonly Omit<BankCode, 'status'>[] = [
  { code: '1', message: 'Invalid BSB number', retry: 'cardholder' },
  { code: '2', message: 'Payment stopped', retry: 'never' },
  { code: '3', message: 'Account closed', retry: 'never' },
  { code: '4', message: 'Customer deceased', retry: 'never' },
  { code: '5', message: 'No such account', retry: 'cardholder' },
  { code: '6', message: 'Refer to customer', retry: 'later' },
  { code: '7', message: 'Not used', retry: 'merchant' },
  { code: '8', message: 'Invalid user ID', retry: 'merchant' },
  { code: '9', message: 'Technically invalid', retry: 'merchant' },
]
