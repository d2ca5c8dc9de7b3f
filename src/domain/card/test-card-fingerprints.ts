import { isTestPan } from './test-cards.ts'

/** More than a test suite uses; a client that counts through numbers must not fill the memory. */
const MOST = 1000

/** Caches the fingerprints of test cards, because suites pay with the same few cards. */
export function onceForTestCards(fingerprint: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = fingerprint(text)
    if (known.size < MOST && isTestPan(text)) known.set(text, made)
    return made
  }
}
