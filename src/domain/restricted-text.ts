// Letters, digits, space and ASCII punctuation except the quotes " ' and the backslash.
export const restricted = /^[ !#-&(-[\]^-~]*$/
export const correlationId = /^[A-Za-z0-9+\-_:.,]{1,128}$/
/** The characters of a key, not its length. */
export const kvpCharacters = /^[A-Za-z0-9_.]*$/
const kvpKey = /^[A-Za-z0-9_.]{1,64}$/

// Does not check the length: each field has its own limit.
export function isRestrictedText(text: string): boolean {
  return restricted.test(text)
}

/** Describes the character that is not accepted, for an error message. */
export function refusedCharacter(
  text: string,
  isAccepted: (character: string) => boolean = isRestrictedText,
): string {
  const refused = [...text].find((character) => !isAccepted(character)) ?? ''
  const number = (refused.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const name = refused === ' ' ? 'space' : refused
  // Other invisible characters are named by their code point only.
  const seen = /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? `${name} (U+${number})` : `U+${number}`
  return `Has the character ${seen}, which is not accepted`
}

export function isCorrelationId(text: string): boolean {
  return correlationId.test(text)
}

export function isKvpKey(text: string): boolean {
  return kvpKey.test(text)
}

/** A key without the namespace that it may be submitted with. */
export function bareKvpKey(key: string, namespace: string): string {
  if (!key.startsWith(namespace)) return key
  for (const prefix of [`${namespace}.REQUEST.KVP.`, `${namespace}.`]) {
    if (key.startsWith(prefix)) return key.slice(prefix.length)
  }
  return key
}
