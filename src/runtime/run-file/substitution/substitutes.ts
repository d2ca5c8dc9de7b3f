import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { normaliseBsb } from '../../../domain/bank-account.ts'
import { isLuhnValid, isVirtualPan, luhnCompleted } from '../../../domain/card/card.ts'
import { isTestPan } from '../../../domain/card/test-cards.ts'
import {
  charactersOf,
  hasEscapes,
  meant,
  replaceCards,
} from '../../../domain/redaction/card-in-text.ts'
import type { Secret } from '../../../http/contract/note.ts'

type VirtualPans = Pick<Assumptions, 'virtual_pan'>

/** Substitutes for secret numbers in a run file; equal numbers get equal substitutes. */
export class Substitutes implements Readonly<Record<Secret, (text: string) => string>> {
  readonly #assumptions: VirtualPans
  readonly #pans = new Map<string, string>()
  readonly #accounts = new Map<string, string>()
  /** CVVs that a rule names. */
  readonly #cvvs = new Set<string>()

  constructor(assumptions: VirtualPans) {
    this.#assumptions = assumptions
  }

  /** Keeps a CVV that a rule names; without its card it identifies nobody. */
  keepCvv(cvv: string): void {
    this.#cvvs.add(cvv)
  }

  /** A card number; test cards and virtual PANs are kept, since they belong to nobody. */
  pan(text: string): string {
    if (!/^[0-9]{13,19}$/.test(text)) return zeros(text)
    if (isTestPan(text) || isVirtualPan(text, this.#assumptions)) return text
    const known = this.#pans.get(text) ?? this.#newPan(text)
    this.#pans.set(text, known)
    // A text is searched twice, as it stands and decoded: a substitute stays what it is.
    this.#pans.set(known, known)
    return known
  }

  /** An account number; the last three digits are kept if answers show them. */
  account(text: string): string {
    if (!/^[0-9]{1,9}$/.test(text)) return zeros(text)
    const known = this.#accounts.get(text) ?? this.#newAccount(text)
    this.#accounts.set(text, known)
    return known
  }

  /** A BSB is not secret, but any other value here could be the account number. */
  bsb(text: string): string {
    return normaliseBsb(text) === undefined ? zeros(text) : text
  }

  cvv(text: string): string {
    return this.#cvvs.has(text) ? text : zeros(text)
  }

  /** An expiry date is not secret without its card. */
  expiry(text: string): string {
    return /^[0-9]{4}$/.test(text) ? text : zeros(text)
  }

  /** Free text or an address that may contain a card number; each digit keeps its encoding. */
  text(text: string): string {
    const plain = this.#replaced(text)
    if (!hasEscapes(plain)) return plain
    const encoded = charactersOf(plain)
    const shown = this.#replaced(encoded.map(meant).join(''))
    // The lists line up: each item is one character, and an encoded digit ends with that digit.
    return encoded.map((one, i) => one.slice(0, -1) + digitOr(one, shown.charAt(i))).join('')
  }

  #replaced(text: string): string {
    return replaceCards(text, (pan, as) => written(this.pan(pan), as), 'address')
  }

  /**
   * Keeps both ends, puts a counter between them, and keeps the Luhn check valid or invalid as it
   * was.
   */
  #newPan(pan: string): string {
    const places = pan.length - 11
    for (let count = this.#pans.size / 2; ; count += 1) {
      const middle = `${lastDigits(count, places)}?`
      const valid = luhnCompleted(pan.slice(0, 6) + middle + pan.slice(-4)) ?? pan
      const chosen = isLuhnValid(pan) ? valid : withOtherDigit(valid, 5 + middle.length)
      if (chosen !== pan && !isTestPan(chosen)) return chosen
    }
  }

  #newAccount(account: string): string {
    const end = account.length < 6 ? '' : account.slice(-3)
    const places = account.length - end.length
    const count = this.#accounts.size
    const chosen = lastDigits(count, places) + end
    return chosen === account ? lastDigits(count + 1, places) + end : chosen
  }
}

/** The new digit at this position; any other character is unchanged. */
function digitOr(encoded: string, shown: string): string {
  return /[0-9]/.test(shown) ? shown : encoded.slice(-1)
}

function lastDigits(count: number, places: number): string {
  return String(count % 10 ** places).padStart(places, '0')
}

function withOtherDigit(digits: string, at: number): string {
  return digits.slice(0, at) + ((Number(digits[at]) + 1) % 10) + digits.slice(at + 1)
}

/** Formats digits with the separators of `as`. */
function written(digits: string, as: string): string {
  let at = 0
  return as.replaceAll(/\d/g, () => digits.charAt(at++))
}

/**
 * Replaces digits by zeros and digits of other scripts by x: the length stays, and so does the
 * invalidity.
 */
export function zeros(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (one) => (one <= '9' ? '0' : 'x'.repeat(one.length)))
}
