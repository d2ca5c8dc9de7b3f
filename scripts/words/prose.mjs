/** @param {string} text */
const withoutCode = (text) => text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/<!--.*?-->/gs, '')

/**
 * The sentences of a Markdown page: its paragraphs and lists, without headings, tables and code. A
 * span of code reads as one short word.
 * @param {string} text
 * @returns {readonly string[]}
 */
function sentencesOf(text) {
  const prose = withoutCode(text)
    .replaceAll(/^[|#].*$/gm, '')
    .replaceAll(/`[^`\n]+`/g, 'it')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/https?:\S+/g, 'it')
    .replaceAll(/^ *(?:[-*]|\d+\.) +(.*)$/gm, '$1.')
    .replaceAll(/\n\n+/g, '. ')
  return prose
    .split(/[.!?](?=[\s*]|$)/)
    .map((sentence) => sentence.replaceAll(/[^\p{L}\p{N}' -]/gu, ' ').trim())
    .filter((sentence) => /\p{L}/u.test(sentence))
}

/** @param {string} sentence */
const wordsOf = (sentence) => sentence.split(/[\s-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))

/**
 * How many syllables a word has, by its groups of vowels: close enough for an average.
 * @param {string} word
 */
function syllablesOf(word) {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/g, '')
  const silent = letters.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, '')
  return Math.max(1, silent.match(/[aeiouy]{1,2}/g)?.length ?? 1)
}

/**
 * The size of a page without its blocks of code, and how easily its sentences read: Flesch reading
 * ease, of which 60 is plain English.
 * @param {string} text
 * @returns {{ words: number, ease: number }}
 */
export function pageFacts(text) {
  const sentences = sentencesOf(text)
  const read = sentences.flatMap(wordsOf)
  const syllables = read.reduce((sum, word) => sum + syllablesOf(word), 0)
  const ease = 206.835 - (1.015 * read.length) / sentences.length - (84.6 * syllables) / read.length
  const words = withoutCode(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return { words: words.length, ease: Math.round(ease) }
}
