const digit = /^\p{Nd}$/u
const foreign = /(?![0-9])\p{Nd}/u
const foreignOnes = new RegExp(foreign, 'gu')

/** A text with zeros for the digits of other scripts, each with that of its own: it stays as wrong. */
export function foreignZeros(text: string): string {
  return text.replaceAll(foreignOnes, zeroOf)
}

/** Whether there is a digit of another script in a text. */
export function hasForeignDigit(text: string): boolean {
  return foreign.test(text)
}

/** A text in which the digits of other scripts are those of ours. */
export function plainDigits(text: string): string {
  if (!foreign.test(text)) return text
  return text.replaceAll(foreignOnes, (one) => {
    const zero = zeroOf(one).codePointAt(0) ?? 0
    return String((one.codePointAt(0) ?? 0) - zero)
  })
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
  return first === undefined ? text : text.replaceAll(foreignOnes, first)
}
