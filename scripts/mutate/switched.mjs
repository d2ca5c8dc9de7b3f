/** @typedef {import('./mutants.mjs').Mutant} Mutant */
/** @typedef {Mutant & { id: number }} Numbered */
/** A stretch of the text that is replaced, with those inside it. @typedef {{ start: number, end: number, isStatement: boolean, mutants: Numbered[], inner: Stretch[] }} Stretch */

/**
 * A source text that holds all of these mutants at once; `globalThis.mutated(id)` says whether one is on.
 * @param {string} text
 * @param {readonly Numbered[]} mutants
 */
export function switched(text, mutants) {
  return rendered(text, 0, text.length, nested(stretchesOf(mutants)))
}

/** @param {readonly Numbered[]} mutants */
function stretchesOf(mutants) {
  /** @type {Map<string, Stretch>} */
  const found = new Map()
  /** @param {{ start: number, end: number }} range @param {boolean} isStatement */
  const stretch = ({ start, end }, isStatement) => {
    const key = `${start} ${end} ${isStatement}`
    const one = found.get(key) ?? { start, end, isStatement, mutants: [], inner: [] }
    found.set(key, one)
    return one
  }
  for (const mutant of mutants) {
    stretch(mutant.mark, false).mutants.push(mutant)
    if (mutant.mark.statement) stretch(mutant.mark.statement, true)
  }
  return [...found.values()]
}

/** Syntax nests: of two stretches that meet, one holds the other. @param {Stretch[]} all */
function nested(all) {
  /** @type {Stretch[]} */
  const top = []
  /** @type {Stretch[]} */
  const open = []
  const outerFirst = all.sort(
    (one, other) =>
      one.start - other.start ||
      other.end - one.end ||
      Number(other.isStatement) - Number(one.isStatement),
  )
  for (const one of outerFirst) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= one.start) open.pop()
    const siblings = open.at(-1)?.inner ?? top
    siblings.push(one)
    open.push(one)
  }
  return top
}

/** @param {string} text @param {number} start @param {number} end @param {readonly Stretch[]} inner */
function rendered(text, start, end, inner) {
  let whole = ''
  let from = start
  for (const one of inner) {
    const original = rendered(text, one.start, one.end, one.inner)
    whole +=
      text.slice(from, one.start) +
      (one.isStatement ? `void (${original})` : choice(text, one, original))
    from = one.end
  }
  return whole + text.slice(from, end)
}

/** @param {string} text @param {Stretch} stretch @param {string} original */
function choice(text, { start, end, mutants }, original) {
  const mutated = mutants.map((mutant) => {
    const now = text.slice(start, mutant.start) + mutant.now + text.slice(mutant.end, end)
    return `globalThis.mutated?.(${mutant.id}) ? (${now === ';' ? 'undefined' : now}) : `
  })
  return `(${mutated.join('')}(${original}))`
}
