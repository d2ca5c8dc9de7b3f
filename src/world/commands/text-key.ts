import { hasCardNumber, maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import type { World } from '../world.ts'

/** What tells a text from others: itself, or a keyed hash beside it where a card number is masked. */
export function textKey(world: World, text: string): string {
  return keyed(world, text, maskCardNumbers(text))
}

/** The key of a text that is shown like this. */
export function keyed(world: World, text: string, shown: string): string {
  return shown === text ? text : shown + hashMark(world, text)
}

/** What the key of a text ends with where a card number in it is masked. */
export function hashMark({ environment }: World, text: string): string {
  return `#${environment.fingerprint(text)}`
}

/** No text that is searched for may be longer. */
const LONGEST = 50

/** A text that was searched for as a link carries it: without its card number, and found alike. */
export function linkedText(world: World, text: string): string {
  const key = textKey(world, text)
  return key.length <= LONGEST ? key : maskCardNumbers(text)
}

/** What is left of a card number, and a keyed hash behind it. */
const linked = /^(.*[0-9]x{3,9}[0-9]{4}.*)#[\w-]{22}$/

interface Searched {
  /** A part of what is wanted, as it is kept. */
  readonly text: string
  /** What the whole is known by, where a card number in it is masked. */
  readonly key?: string
}

/** What a client searches for: a text, or what a link carried in its place. */
export function searchedText(world: World, text: string): Searched {
  if (hasCardNumber(text)) return { text: maskCardNumbers(text), key: textKey(world, text) }
  const masked = linked.exec(text)?.[1]
  return masked === undefined ? { text } : { text: masked, key: text }
}
