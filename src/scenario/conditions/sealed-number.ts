import { maskPan } from '../../domain/card/card.ts'
import { isTestPan } from '../../domain/card/test-cards.ts'
import type { Replace } from '../../domain/redaction/card-in-text.ts'
import { replaceDecoded } from '../../domain/redaction/redacted.ts'
import { compileMaskedGlob, isGlob, type TextTest } from './glob.ts'

/*
 * A card or account number that a rule waits for is not kept. In its place stands its seal: the
 * masked number, `#` and a keyed fingerprint, which tells it from others with the same ends.
 */

/** Equal secrets have equal fingerprints, which do not give the secret away. */
export type Fingerprint = (secret: string) => string

/** For rules that are not sealed. */
export const withoutKey: Fingerprint = () => ''

/** A number or glob as it may be stored. */
export function sealed(
  glob: string,
  mask: (text: string) => string,
  fingerprint: Fingerprint,
): string {
  if (isGlob(glob)) return withoutCardNumber(glob)
  // Known test numbers belong to nobody and stay readable for testers.
  if (partsOf(glob).key !== undefined || isTestPan(glob)) return glob
  return `${mask(glob)}#${fingerprint(glob)}`
}

/** A seal as it may be shown, without its fingerprint. */
export function shownNumber(glob: string): string {
  return partsOf(glob).masked
}

/**
 * Whether a number is the one that a rule names; a masked number is compared by its visible digits.
 */
export function compileNumber(glob: string, fingerprint: Fingerprint): TextTest {
  const { masked, key } = partsOf(glob)
  if (key === undefined) return compileMaskedGlob(glob)
  return (text) => agrees(masked, text) && (text.includes('x') || fingerprint(text) === key)
}

/** A seal as a glob that matches every number it may stand for. */
export function numberGlob(glob: string): string {
  return partsOf(glob).masked.replaceAll('x', '?')
}

/** A search text with a ? for each digit that must not be stored. */
export function withoutCardNumber(glob: string): string {
  const replace: Replace = (pan, written) => {
    const digits = maskPan(pan).replaceAll('x', '?')
    let at = 0
    return written.replaceAll(/[0-9]/g, () => digits.charAt(at++))
  }
  return replaceDecoded(glob, replace, 'text')
}

function partsOf(glob: string): { readonly masked: string; readonly key: string | undefined } {
  const mark = glob.indexOf('#')
  if (mark === -1) return { masked: glob, key: undefined }
  return { masked: glob.slice(0, mark), key: glob.slice(mark + 1) }
}

/** Whether two numbers may be the same, by their visible digits. */
function agrees(masked: string, text: string): boolean {
  if (masked.length !== text.length) return false
  for (let i = 0; i < masked.length; i++) {
    const [one, other] = [masked.charAt(i), text.charAt(i)]
    if (one !== other && one !== 'x' && other !== 'x') return false
  }
  return true
}
