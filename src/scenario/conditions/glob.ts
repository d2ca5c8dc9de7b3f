/** Texts with wildcards: `*` stands for any run of characters, `?` for any single one. */

export type TextTest = (text: string) => boolean

/** Compiles a glob into a function that tells whether a text matches. */
export function compileGlob(glob: string): TextTest {
  if (!isGlob(glob)) return (text) => text === glob
  const literal = longestLiteral(glob)
  // Almost no text has it, and looking for it takes a tenth of the time.
  return (text) => text.includes(literal) && matches(glob, text, false)
}

/** The longest part without a wildcard. */
function longestLiteral(glob: string): string {
  let longest = ''
  for (const part of glob.split(/[*?]/)) if (part.length > longest.length) longest = part
  return longest
}

/** The same for a partly masked number: an `x` may be any digit. */
export function compileMaskedGlob(glob: string): TextTest {
  return (text) => matches(glob, text, true)
}

export function isGlob(text: string): boolean {
  return text.includes('*') || text.includes('?')
}

/** Each star covers as little as possible. Only the last one is widened, so a match takes no long search. */
function matches(glob: string, text: string, mayBeMasked: boolean): boolean {
  let at = 0
  let next = 0
  let star = -1
  let covered = 0
  while (at < text.length) {
    const wanted = glob.charAt(next)
    const found = text.charAt(at)
    const isMasked = mayBeMasked && found === 'x' && wanted >= '0' && wanted <= '9'
    if (wanted === '*') {
      star = next
      covered = at
      next += 1
    } else if (wanted === '?' || wanted === found || isMasked) {
      at += 1
      next += 1
    } else if (star !== -1) {
      covered += 1
      at = covered
      next = star + 1
    } else return false
  }
  while (glob.charAt(next) === '*') next += 1
  return next === glob.length
}
