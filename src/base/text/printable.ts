/** Removes control sequences from untrusted text, so that a terminal does not obey them. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** JSON of the same value, without characters that a terminal or an editor would obey. */
export function printableJson(value: unknown, indent?: number): string {
  // JSON itself escapes only the control characters of ASCII.
  return JSON.stringify(value, undefined, indent).replaceAll(
    /[\x7f-\x9f\p{Cf}\u2028\u2029]/gu,
    (character) => character.replaceAll(/./gs, unitEscape),
  )
}

function unitEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
