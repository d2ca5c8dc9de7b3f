import { hasCardNumber, maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import type { World } from '../world.ts'

/** What tells a text from others: itself, or a keyed hash beside it where a card number is masked. */
export function textKey(world: World, text: string): string {
  if (!hasCardNumber(text)) return text
  return `${maskCardNumbers(text)}#${world.surroundings.fingerprint(text)}`
}
