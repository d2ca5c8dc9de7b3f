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
