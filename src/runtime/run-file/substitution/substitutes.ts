import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { normaliseBsb } from '../../../domain/bank-account.ts'
import { isLuhnValid, isVirtualPan } from '../../../domain/card/card.ts'
import { isTestPan } from '../../../domain/card/test-cards.ts'
import { replaceCards } from '../../../domain/redaction/card-in-text.ts'
import { type Members, membersOf } from '../../../http/pipeline/record/masked.ts'
import { NumberPatterns } from './number-patterns.ts'

/** A number in the way in which another is written. */
function written(digits: string, as: string): string {
  let at = 0
  return as.replaceAll(/\d/g, () => digits.charAt(at++))
}

/** How many substitutes are tried before one that not all rules treat alike is taken. */
const TRIES = 20_000

/**
 * Numbers that stand for others in a run file: the same one always for the same, and such that rules
 * and answers come out as they did.
 */
export class Substitutes {
  readonly patterns = new NumberPatterns()
  /** The members of requests, by the names that they have here. */
  readonly members: Members
  readonly #assumptions: Assumptions
  readonly #pans = new Map<string, string>()
  readonly #accounts = new Map<string, string>()
  readonly #taken = new Set<string>()

  constructor(assumptions: Assumptions) {
    this.#assumptions = assumptions
    this.members = membersOf(assumptions)
  }

  /** A card number; those that belong to nobody stand as they are. */
  pan(text: string): string {
    if (!/^[0-9]{13,19}$/.test(text)) return zeros(text)
    if (isTestPan(text) || isVirtualPan(text, this.#assumptions)) return text
    const known = this.#pans.get(text) ?? this.#newPan(text)
    this.#pans.set(text, known)
    return known
  }

  /** An account number; its last three digits stand where answers show them. */
  account(text: string): string {
    if (!/^[0-9]{1,9}$/.test(text)) return zeros(text)
    const known = this.#accounts.get(text) ?? this.#newAccount(text)
    this.#accounts.set(text, known)
    return known
  }

  /** A branch is nobody's secret; anything else there could be the account number. */
  bsb(text: string): string {
    return normaliseBsb(text) === undefined ? zeros(text) : text
  }

  /** Zeros, unless rules tell them from what was sent; then the first digits that they do not. */
  cvv(text: string): string {
    if (!/^[0-9]{3,4}$/.test(text)) return zeros(text)
    const candidates = counted(text.length, 10 ** text.length)
    return firstOf(candidates, (one) => this.patterns.areSame('cvv', text, one)) ?? zeros(text)
  }

  /** Free text, in which a card number may stand. */
  text(text: string): string {
    return replaceCards(text, (pan, as) => written(this.pan(pan), as), 'address')
  }

  #newPan(pan: string): string {
    const isValid = isLuhnValid(pan)
    const isFree = (one: string) =>
      one !== pan && !this.#taken.has(one) && !isTestPan(one) && isLuhnValid(one) === isValid
    const ends = { start: pan.slice(0, 6), end: pan.slice(-4) }
    const chosen = this.#choose('pan', pan, ends, isFree)
    this.#taken.add(chosen)
    return chosen
  }

  #newAccount(account: string): string {
    const end = account.length < 6 ? '' : account.slice(-3)
    const isFree = (one: string) => one !== account && !this.#taken.has(`account ${one}`)
    const chosen = this.#choose('account_number', account, { start: '', end }, isFree)
    this.#taken.add(`account ${chosen}`)
    return chosen
  }

  /** The first free number between these ends that rules treat alike; else the first free one. */
  #choose(
    condition: 'pan' | 'account_number',
    number: string,
    { start, end }: { readonly start: string; readonly end: string },
    isFree: (one: string) => boolean,
  ): string {
    const places = number.length - start.length - end.length
    const inside = number.slice(start.length, start.length + places)
    const isAlike = (one: string) => isFree(one) && this.patterns.areAlike(condition, number, one)
    const whole = (middle: string) => start + middle + end
    return (
      firstOf(mapped(middles(places, inside), whole), isAlike) ??
      firstOf(mapped(counted(places, TRIES), whole), isFree) ??
      zeros(number)
    )
  }
}

/** All digits of a middle anew; where no rule is content with that, as many of the last as are enough. */
function* middles(places: number, inside: string): Generator<string> {
  yield* counted(places, TRIES)
  for (let kept = 1; kept < places; kept += 1) {
    for (const rest of counted(places - kept, TRIES)) yield inside.slice(0, kept) + rest
  }
}

/** 000, 001, 002 and so on. */
function* counted(places: number, limit: number): Generator<string> {
  const end = Math.min(limit, 10 ** places)
  for (let i = 0; i < end; i += 1) yield String(i).padStart(places, '0')
}

function* mapped(texts: Iterable<string>, change: (text: string) => string): Generator<string> {
  for (const text of texts) yield change(text)
}

function firstOf(texts: Iterable<string>, test: (text: string) => boolean): string | undefined {
  for (const text of texts) if (test(text)) return text
  return undefined
}

/** The same text with zeros for digits: as long, and as wrong, which digits of other scripts are. */
export function zeros(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (one) => (one <= '9' ? '0' : 'x'.repeat(one.length)))
}
