import { type Redacted, redactText } from '../../domain/redaction/redacted.ts'
import type { World } from '../world.ts'

/** A redacted text, and a key that identifies the original. */
export interface KeptText {
  readonly text: Redacted
  /** The text itself; if a card number in it is masked, with a keyed hash of the original appended. */
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

/** The longest text that a search accepts. */
const LONGEST = 50

/** A searched text for use in a link: without its card number, but with the same search results. */
export function linkedText(world: World, sent: string): Redacted {
  const { text, key } = keptText(world, sent)
  return key.length <= LONGEST ? key : text
}

/** A text with a masked card number, followed by a keyed hash. */
const linked = /^(.*[0-9]x{3,9}[0-9]{4}.*)#[\w-]{22}$/

interface Searched {
  /** The redacted text, which stored texts must contain. */
  readonly text: string
  /** The key that an exact match must have, if a card number is masked. */
  readonly key?: string
}

/** Reads a search text, either as typed or as taken from a link. */
export function searchedText(world: World, sent: string): Searched {
  const { text, key } = keptText(world, sent)
  if (key !== text) return { text, key }
  const masked = linked.exec(sent)?.[1]
  return masked === undefined ? { text } : { text: masked, key: sent }
}
