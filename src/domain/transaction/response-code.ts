import { bankCodes, returnCodes } from './bank-codes.ts'

export interface CardResponse {
  readonly status: 'approved' | 'declined' | 'error'
  readonly message: string
}

const cardResponses: ReadonlyMap<string, CardResponse> = new Map(
  bankCodes.map(({ code, status, message }) => [code, { status, message }]),
)

const unlisted: CardResponse = { status: 'declined', message: 'Declined by the bank' }

// A bank may invent a code at any time; whatever it means, it is no approval.
export function cardResponse(code: string): CardResponse {
  return cardResponses.get(code) ?? unlisted
}

const debitReturns: ReadonlyMap<string, string> = new Map(
  returnCodes.map(({ code, message }) => [code, message]),
)

export function debitReturn(code: string): { readonly message: string } {
  return { message: debitReturns.get(code) ?? 'Returned by the bank' }
}
