import type { Method } from '../state.ts'

/** The operations as the shipped scenario tells them apart. */
export type Operation =
  | 'purchase'
  | 'preauthorisation'
  | 'completion'
  | 'refund'
  | 'standalone_refund'
  | 'void'

export interface Asked {
  readonly operation: Operation
  readonly amount: string | undefined
  readonly method: Method
  /** In full where this request has it, masked where only the stored one is known. */
  readonly pan: string | undefined
  readonly cvv: string | undefined
}

export type Fault =
  | { readonly at: 'before' | 'after'; readonly http: number }
  | { readonly at: 'before' | 'after'; readonly broken: true }

/** What happens to the answer on its way, by the amount. */
export function faultFor(amount: string | undefined): Fault | undefined {
  const at = amount?.startsWith('9900')
    ? 'before'
    : amount?.startsWith('9800')
      ? 'after'
      : undefined
  if (at === undefined || amount === undefined || amount.length !== 7) return undefined
  const what = amount.slice(4)
  if (what === '000' || what === '001') return { at, broken: true }
  return ['409', '500', '502', '503', '504'].includes(what) ? { at, http: Number(what) } : undefined
}

export interface Decision {
  readonly code?: string
  readonly gateway?: number
  readonly isUnknown?: boolean
  readonly expiresAtOnce?: boolean
  readonly isReturned?: string
  readonly isReturnedLate?: boolean
  readonly isPendingForEver?: boolean
}

/** Digits against a pattern in which `?` is any; a masked digit fits any too. */
function fits(pan: string | undefined, pattern: string): boolean {
  if (pan?.length !== pattern.length) return false
  return [...pattern].every((sign, place) => {
    const digit = pan[place] ?? ''
    return sign === '?' || digit === sign || !/[0-9]/.test(digit)
  })
}

/** What the bank or the gateway makes of it: nothing special is an empty decision. */
export function decisionFor(asked: Asked): Decision {
  const { amount, method, cvv } = asked
  const own = method.kind === 'card' ? cardDecision(asked) : debitDecision(asked, method.bsb)
  return own ?? amountDecision(amount, method.kind) ?? (cvv === '911' ? { code: '05' } : {})
}

function cardDecision({ operation, amount, pan, method }: Asked): Decision | undefined {
  if (amount !== undefined && fits(pan, '4444333322221111'))
    return { code: amount.slice(-2).padStart(2, '0') }
  const families = ['400000?0000000??', '520000?0000000??', '340000?000000??']
  if (families.some((family) => fits(pan, family))) return { code: pan?.slice(-2) ?? '' }
  const isOf = (end: string) => fits(pan, `400000??????${end}`)
  if (operation === 'completion' && isOf('9801')) return { code: '05' }
  if (operation.endsWith('refund') && isOf('9802')) return { code: '05' }
  if (operation === 'void' && isOf('9803')) return { code: '21' }
  if (operation === 'preauthorisation' && isOf('9804')) return { expiresAtOnce: true }
  const isPaying = ['purchase', 'preauthorisation', 'standalone_refund'].includes(operation)
  return isPaying && isOf('9805') && method.virtualPan !== undefined ? { code: '54' } : undefined
}

function debitDecision({ operation }: Asked, bsb: string): Decision | undefined {
  if (operation === 'void') return undefined
  if (bsb === '032-050') return { code: '6' }
  if (bsb.startsWith('032-05')) return { isReturned: bsb.slice(-1) }
  if (bsb === '032-060' && operation === 'purchase') return { isReturnedLate: true }
  return bsb === '032-070' ? { isPendingForEver: true } : undefined
}

function amountDecision(amount: string | undefined, kind: Method['kind']): Decision | undefined {
  if (amount === undefined) return undefined
  if (kind === 'card' && /^10000[0-9]{2}$/.test(amount)) return { code: amount.slice(-2) }
  if (amount === '9700099') return { isUnknown: true }
  if (['9600020', '9600021', '9600022', '9600060'].includes(amount))
    return { gateway: Number(amount.slice(-2)) }
  if (kind === 'debit' && /^200000[1-9]$/.test(amount)) return { isReturned: amount.slice(-1) }
  return undefined
}

/** Unheard-of values in the answer, whatever the decision is. */
export function isDrift(amount: string | undefined): boolean {
  return amount === '9700777'
}
