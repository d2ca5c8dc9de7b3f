/** Texts with wildcards: `*` stands for any run of characters, `?` for any single one. */

export type TextTest = (text: string) => boolean

/** Whether a text matches the glob, as a function made once and asked often. */
export function compileGlob(glob: string): TextTest {
  const star = glob.indexOf('*')
  if (glob === '*') return () => true
  if (!isGlob(glob)) return (text) => text === glob
  if (glob.includes('?')) return (text) => matches(glob, text, isSame)
  if (star === glob.length - 1) return startsWith(glob.slice(0, star))
  if (glob.lastIndexOf('*') === 0) return endsWith(glob.slice(1))
  const inner = glob.slice(1, -1)
  if (glob === `*${inner}*` && !isGlob(inner)) return (text) => text.includes(inner)
  return (text) => matches(glob, text, isSame)
}

/** The same for a number of which some digits may be masked: an `x` may be any digit. */
export function compileMaskedGlob(glob: string): TextTest {
  const plain = compileGlob(glob)
  return (text) => (text.includes('x') ? matches(glob, text, isSameOrMasked) : plain(text))
}

export function isGlob(text: string): boolean {
  return text.includes('*') || text.includes('?')
}

/** The characters before the first wildcard. */
export function literalPrefix(glob: string): string {
  const wildcard = glob.search(/[*?]/)
  return wildcard === -1 ? glob : glob.slice(0, wildcard)
}

/** The characters behind the last wildcard. */
export function literalSuffix(glob: string): string {
  return glob.slice(Math.max(glob.lastIndexOf('*'), glob.lastIndexOf('?')) + 1)
}

/** The runs of characters between the wildcards. */
export function literalPieces(glob: string): readonly string[] {
  return glob.split(/[*?]+/)
}

/** Whether each text that matches `inner` matches `outer` too. */
export function covers(outer: string, inner: string): boolean {
  return matches(outer, inner, (wanted, given) =>
    wanted === '?' ? given !== '*' : wanted === given,
  )
}

type CharacterTest = (wanted: string, given: string) => boolean

function isSame(wanted: string, given: string): boolean {
  return wanted === '?' || wanted === given
}

function isSameOrMasked(wanted: string, given: string): boolean {
  return isSame(wanted, given) || (given === 'x' && wanted >= '0' && wanted <= '9')
}

function startsWith(prefix: string): TextTest {
  return (text) => text.startsWith(prefix)
}

function endsWith(suffix: string): TextTest {
  return (text) => text.endsWith(suffix)
}

/** Walks both from the left; a mismatch goes back to the latest star and lets it take one more. */
function matches(glob: string, text: string, same: CharacterTest): boolean {
  let at = 0
  let star = -1
  let taken = 0
  for (let i = 0; i < text.length; ) {
    const wanted = glob.charAt(at)
    if (wanted === '*') {
      star = at++
      taken = i
    } else if (wanted !== '' && same(wanted, text.charAt(i))) {
      at++
      i++
    } else if (star !== -1) {
      at = star + 1
      i = ++taken
    } else {
      return false
    }
  }
  while (glob.charAt(at) === '*') at++
  return at === glob.length
}
