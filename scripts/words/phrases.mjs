/** Phrases that a native reader stumbles over, and what to write. The whole tree is free of them. */
const phrases = [
  { seen: /\balso (?:if|where|those)\b/, write: 'even if, including, or a second sentence' },
  { seen: /\b(?:is|are|was|were) told\b(?! apart)/, write: 'is reported, is shown, knows' },
  { seen: /\bsays? so\b/, write: 'shows it, reports it' },
  { seen: /\bstands? (?:in|beside|behind|between)\b/, write: 'is in, is next to' },
  { seen: /\bof (?:its|their|his) own(?! \w)/, write: 'its own, a separate' },
  { seen: /\b(?:what|whatever) (?:became|becomes) of\b/, write: 'what happened to' },
  { seen: /\bmends?\b/, write: 'fixes' },
  { seen: /\bgoes on\b/, write: 'continues' },
  { seen: /\bcomes? along\b/, write: 'is kept, follows' },
  { seen: /\bcame to\b(?! (?:the|a)\b)/, write: 'reached, made, amounted to' },
  { seen: /\bwill not do\b/, write: 'is invalid, with the values that are allowed' },
  { seen: /\banew\b/, write: 'again' },
  { seen: /\bsome \d/, write: 'about' },
  { seen: /\bunclear\b/i, write: 'lost (an answer) or unresolved (a payment)', only: 'words' },
]

/**
 * The phrases of a file, with their lines and what to write.
 * @param {string} text
 * @param {{ isCode: boolean }} of code has names that users never read
 * @returns {readonly string[]}
 */
export function phrasesIn(text, { isCode }) {
  const asked = phrases.filter(({ only }) => only === undefined || !isCode)
  return text.split('\n').flatMap((line, index) =>
    asked.flatMap(({ seen, write }) => {
      const found = seen.exec(line)
      return found === null ? [] : [`${index + 1}: "${found[0]}": write ${write}`]
    }),
  )
}
