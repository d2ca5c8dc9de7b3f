// Letters, digits, space and ASCII punctuation but for the quotes " ' and the backslash.
export const restricted = /^[ !#-&(-[\]^-~]*$/
export const correlationId = /^[A-Za-z0-9+\-_:.,]{1,128}$/
const kvpCharacters = /^[A-Za-z0-9_.]*$/
const kvpKey = /^[A-Za-z0-9_.]{1,64}$/

// Says nothing of length: each field has its own.
export function isRestrictedText(text: string): boolean {
  return restricted.test(text)
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
