/** Texts with wildcards: `*` stands for any run of characters, `?` for any single one. */

export type TextTest = (text: string) => boolean

/** Compiles a glob once into a function that tells whether a text matches. */
export function compileGlob(glob: string): TextTest {
  const star = glob.indexOf('*')
  if (glob === '*') return () => true
  if (!isGlob(glob)) return (text) => text === glob
  if (glob.includes('?')) return compilePieces(glob)
  if (star === glob.length - 1) {
    const start = glob.slice(0, star)
    return (text) => text.startsWith(start)
  }
  if (glob.lastIndexOf('*') === 0) {
    const end = glob.slice(1)
    return (text) => text.endsWith(end)
  }
  return compilePieces(glob)
}

/** Most texts differ from a glob before its first wildcard. */
function compilePieces(glob: string): TextTest {
  const pieces = glob.split('*')
  const start = glob.slice(0, glob.search(/[*?]/))
  return (text) => text.startsWith(start) && matches(pieces, text, isSame)
}

/** The same for a partly masked number: an `x` may be any digit. */
export function compileMaskedGlob(glob: string): TextTest {
  const plain = compileGlob(glob)
  const pieces = glob.split('*')
  return (text) => (text.includes('x') ? matches(pieces, text, isSameOrMasked) : plain(text))
}

export function isGlob(text: string): boolean {
  return text.includes('*') || text.includes('?')
}

type CharacterTest = (wanted: string, given: string) => boolean

function isSame(wanted: string, given: string): boolean {
  return wanted === '?' || wanted === given
}

function isSameOrMasked(wanted: string, given: string): boolean {
  return isSame(wanted, given) || (given === 'x' && wanted >= '0' && wanted <= '9')
}

/**
 * Finds the pieces between the stars one after the other, each as early as possible. If that fails,
 * no later position can succeed, so no backtracking is needed.
 */
function matches(pieces: readonly string[], text: string, same: CharacterTest): boolean {
  const [first = ''] = pieces
  if (pieces.length === 1) return first.length === text.length && isAt(first, text, 0, same)
  const last = pieces[pieces.length - 1] ?? ''
  const end = text.length - last.length
  if (end < first.length) return false
  if (!isAt(first, text, 0, same) || !isAt(last, text, end, same)) return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = place(piece, text, at, same)
    if (found === -1) return false
    at = found + piece.length
  }
  return at <= end
}

/** The first position of a piece; a piece without `?` uses the fast built-in search. */
function place(piece: string, text: string, from: number, same: CharacterTest): number {
  if (same !== isSameOrMasked && !piece.includes('?')) return text.indexOf(piece, from)
  for (let at = from; at + piece.length <= text.length; at++) {
    if (isAt(piece, text, at, same)) return at
  }
  return -1
}

function isAt(piece: string, text: string, at: number, same: CharacterTest): boolean {
  for (let i = 0; i < piece.length; i++) {
    if (!same(piece.charAt(i), text.charAt(at + i))) return false
  }
  return true
}
