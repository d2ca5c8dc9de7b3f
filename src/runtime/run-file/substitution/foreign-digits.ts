const digit = /^\p{Nd}$/u
const foreign = /(?![0-9])\p{Nd}/gu

/** A text with zeros for the digits of other scripts, each with that of its own: it stays as wrong. */
export function foreignZeros(text: string): string {
  return text.replaceAll(foreign, zeroOf)
}

/** The digits of a script stand in a row from zero to nine; rows may follow each other. */
function zeroOf(one: string): string {
  const code = one.codePointAt(0) ?? 0
  let start = code
  while (digit.test(String.fromCodePoint(start - 1))) start -= 1
  return String.fromCodePoint(code - ((code - start) % 10))
}

/** A text in which all digits of other scripts are like the first, which a refusal may name. */
export function sameForeignDigits(text: string): string {
  const [first] = text.match(foreign) ?? []
  return first === undefined ? text : text.replaceAll(foreign, first)
}
