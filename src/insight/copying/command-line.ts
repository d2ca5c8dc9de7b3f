import { quoted } from './curl.ts'

/** A command as it can be typed in a shell: `npm test`, `sh -c 'npm test && npm run e2e'`. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (isPlain(word) ? word : quoted(word))).join(' ')
}

/** Means itself in every shell. */
function isPlain(word: string): boolean {
  return /^[\w@%+=:,./-]+$/.test(word)
}
