export interface CardResponse {
  readonly status: 'approved' | 'declined' | 'error'
  readonly message: string
}

type Messages = readonly (readonly [code: string, message: string])[]

const approved: Messages = [
  ['00', 'Approved'],
  ['08', 'Approved, honour with identification'],
  ['10', 'Approved for a partial amount'],
  ['11', 'Approved (VIP)'],
  ['16', 'Approved, update track 3'],
]

const declined: Messages = [
  ['01', 'Refer to card issuer'],
  ['02', 'Refer to card issuer, special condition'],
  ['03', 'Invalid merchant'],
  ['04', 'Pick up card'],
  ['05', 'Do not honour'],
  ['07', 'Pick up card, special condition'],
  ['12', 'Invalid transaction'],
  ['13', 'Invalid amount'],
  ['14', 'Invalid card number'],
  ['15', 'No such issuer'],
  ['17', 'Customer cancelled'],
  ['19', 'Re-enter transaction'],
  ['21', 'No action taken'],
  ['25', 'Record not found'],
  ['31', 'Bank not supported'],
  ['33', 'Expired card, capture'],
  ['34', 'Suspected fraud, capture'],
  ['36', 'Restricted card, capture'],
  ['39', 'No credit account'],
  ['41', 'Lost card'],
  ['42', 'No universal account'],
  ['43', 'Stolen card'],
  ['51', 'Insufficient funds'],
  ['54', 'Expired card'],
  ['57', 'Transaction not permitted to cardholder'],
  ['58', 'Transaction not permitted to terminal'],
  ['59', 'Suspected fraud'],
  ['61', 'Exceeds amount limit'],
  ['62', 'Restricted card'],
  ['65', 'Exceeds frequency limit'],
  ['75', 'PIN tries exceeded'],
  ['82', 'CVV verification failed'],
  ['91', 'Issuer unavailable'],
  ['92', 'Cannot route transaction'],
  ['93', 'Violation of law'],
]

const failed: Messages = [
  ['06', 'Error'],
  ['09', 'Request in progress'],
  ['22', 'Suspected malfunction'],
  ['30', 'Format error'],
  ['68', 'Response received too late'],
  ['90', 'Cut-off in process'],
  ['94', 'Duplicate transmission'],
  ['96', 'System malfunction'],
  ['98', 'MAC error'],
]

const debitReturns = new Map([
  ['1', 'Invalid BSB number'],
  ['2', 'Payment stopped'],
  ['3', 'Account closed'],
  ['4', 'Customer deceased'],
  ['5', 'No such account'],
  ['6', 'Refer to customer'],
  ['7', 'Not used'],
  ['8', 'Invalid user ID'],
  ['9', 'Technically invalid'],
])

// In the order of the codes, for listings.
export const cardResponseCodes: readonly (CardResponse & { readonly code: string })[] = [
  ...listed('approved', approved),
  ...listed('declined', declined),
  ...listed('error', failed),
].sort((one, other) => (one.code < other.code ? -1 : 1))

const cardResponses: ReadonlyMap<string, CardResponse> = new Map(
  cardResponseCodes.map(({ code, status, message }) => [code, { status, message }]),
)

const unlisted: CardResponse = { status: 'declined', message: 'Declined by the bank' }

// A bank may invent a code at any time; whatever it means, it is no approval.
export function cardResponse(code: string): CardResponse {
  return cardResponses.get(code) ?? unlisted
}

export function debitReturn(code: string): { readonly message: string } {
  return { message: debitReturns.get(code) ?? 'Returned by the bank' }
}

function listed(status: CardResponse['status'], messages: Messages) {
  return messages.map(([code, message]) => ({ code, status, message }))
}
