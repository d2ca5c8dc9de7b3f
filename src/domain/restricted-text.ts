// Letters, digits, space and ASCII punctuation but for the quotes " ' and the backslash.
export const restricted = /^[ !#-&(-[\]^-~]*$/
export const correlationId = /^[A-Za-z0-9+\-_:.,]{1,128}$/
const kvpCharacters = /^[A-Za-z0-9_.]*$/
const kvpKey = /^[A-Za-z0-9_.]{1,64}$/

// Says nothing of length: each field has its own.
export function isRestrictedText(text: string): boolean {
  return restricted.test(text)
}

/** Which character is not accepted, in the words of a refusal. */
export function refusedCharacter(
  text: string,
  isAccepted: (character: string) => boolean = isRestrictedText,
): string {
  const refused = [...text].find((character) => !isAccepted(character)) ?? ''
  const number = (refused.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const name = refused === ' ' ? 'space' : refused
  // What else cannot be seen is told by its number alone.
  const seen = /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? `${name} (U+${number})` : `U+${number}`
  return `Has the character ${seen}, which is not accepted`
}

export function isCorrelationId(text: string): boolean {
  return correlationId.test(text)
}

/** The same whatever its length. */
export function hasKvpCharacters(text: string): boolean {
  return kvpCharacters.test(text)
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
