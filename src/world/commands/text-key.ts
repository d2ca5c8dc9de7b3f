import { type Redacted, redactText } from '../../domain/redaction/redacted.ts'
import type { World } from '../world.ts'

/** A text as it may be kept, and what tells it from others. */
export interface KeptText {
  readonly text: Redacted
  /** The text itself, with a keyed hash of what was sent where a card number is masked. */
  readonly key: Redacted
}

export function keptText(world: World, sent: string): KeptText {
  const text = redactText(sent)
  return { text, key: text === sent ? text : keyed(world, sent, text) }
}

export function textKey(world: World, sent: string): Redacted {
  return keptText(world, sent).key
}

function keyed({ environment }: World, sent: string, text: Redacted): Redacted {
  return `${text}#${environment.fingerprint(sent)}` as Redacted
}

/** No text that is searched for may be longer. */
const LONGEST = 50

/** A text that was searched for as a link carries it: without its card number, and found alike. */
export function linkedText(world: World, sent: string): Redacted {
  const { text, key } = keptText(world, sent)
  return key.length <= LONGEST ? key : text
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
export function searchedText(world: World, sent: string): Searched {
  const { text, key } = keptText(world, sent)
  if (key !== text) return { text, key }
  const masked = linked.exec(sent)?.[1]
  return masked === undefined ? { text } : { text: masked, key: sent }
}
