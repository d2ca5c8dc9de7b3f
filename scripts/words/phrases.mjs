/** Phrases that a native reader stumbles over, and what to write. Pages, source and titles of tests are free of them. */
const phrases = [
  { seen: /\balso (?:if|where|those)\b/, write: 'even if, including, or a second sentence' },
  { seen: /\b(?:is|are|was|were) told\b(?! apart)/, write: 'is reported, is shown, knows' },
  { seen: /\bsays? so\b/, write: 'shows it, reports it' },
  { seen: /\bstands? (?:in|beside|behind|between)\b/, write: 'is in, is next to' },
  { seen: /\bof (?:its|their|his) own(?! \w)/, write: 'its own, a separate' },
  { seen: /\b(?:what|whatever) (?:became|becomes) of\b/, write: 'what happened to' },
  { seen: /\bmends?\b/, write: 'fixes' },
  { seen: /\bgo(?:es)? on\b(?! the\b)/, write: 'continues' },
  { seen: /\bcomes? along\b/, write: 'is kept, follows' },
  { seen: /\bcame to\b(?! (?:the|a)\b)/, write: 'reached, made, amounted to' },
  { seen: /\bwill not do\b/, write: 'is invalid, with the values that are allowed' },
  { seen: /\banew\b/, write: 'again' },
  { seen: /\bsome \d/, write: 'about' },
  { seen: /\bunclear\b/i, write: 'lost (a response) or unresolved (a payment)', in: 'pages' },
]

/**
 * Words for which the trade has another one. Pages are free of them, but for what is code; the
 * program's texts and the titles of tests of those with `texts`, in that narrower form if it has one.
 */
const terms = [
  {
    seen: /\b(?:un)?answer(?:s|ed|ing)?\b/i,
    write: 'response, responds, has its response',
    texts: /\b(?:an|the|no|its|lost|late) answers?\b/i,
  },
  { seen: /\btime-outs?\b/i, write: 'timeout', texts: true },
  { seen: /\bmembers?\b/i, write: 'field' },
  { seen: /\bbase address/i, write: 'base URL', texts: true },
  {
    seen: /\border (?:book|record)s?\b|\blist of your orders\b/i,
    write: 'books',
    texts: /\border books?\b/i,
  },
  {
    seen: /\bship(?:s|ped) (?:\w+ )?(?:scenario|plan|rule|name|one)\b/i,
    write: 'built-in',
    texts: /\bshipped (?:scenario|plan|name|one)\b/i,
  },
  { seen: /\bstor(?:y|ies)\b/i, write: 'payment, evidence' },
  { seen: /\bforms? of (?:an? |the )?(?:fault|loss)/i, write: 'fault' },
  { seen: /\bclean runs?\b/i, write: 'baseline run', texts: true },
  { seen: /\bcontrol runs?\b/i, write: 'self-check' },
  { seen: /\blevel [12]\b/i, write: 'depth 1, depth 2' },
  { seen: /\bone-shot\b/i, write: 'temporary', texts: /\bone-shot rules?\b/i },
  { seen: /\bsums\b(?! up)/i, write: 'totals' },
  { seen: /\bt(?:ake|akes|ook|aken) (?:or \w+ )?(?:the )?money\b/i, write: 'charge', texts: true },
  { seen: /\bgateway took\b/i, write: 'charged', texts: true },
  { seen: /\bg(?:ive|ives|ave|iven) (?:\w+ )?back\b/i, write: 'refund', texts: true },
  { seen: /\bmoney (?:goes|went|gone) back\b/i, write: 'refunded', texts: true },
  { seen: /\bcareless\b/i, write: 'naive' },
  {
    seen: /\bf(?:e|a)lls? due\b/i,
    write: 'happened as scheduled, returned by the bank',
    texts: true,
  },
  { seen: /\bcomplain(?:s|t|ts|ed)?\b/i, write: 'reports, error' },
  {
    seen: /\b(?:an|its|the|this|that|each|by) audits?\b(?! number)/i,
    write: 'audit number',
    texts: /\bby audits?\b(?! number)/i,
  },
  { seen: /\b[1-5]XX\b/, write: '4xx, 5xx', texts: /\b[1-5]XX\b(?!')/ },
  { seen: /\d %/, write: '60%', texts: /\d %(?!\d)/ },
  { seen: /\b\d{1,3} \d{3}\b(?! (?:ms|lines))/, write: '10,000' },
]

/** Abbreviations that a page explains where it first has them, by a word in the same line. */
const abbreviations = [
  { seen: /\bBSBs?\b/, explained: /\bbranch/i, write: 'branch number (BSB)' },
  { seen: /\bKVPs?\b/, explained: /\bkey-value\b/i, write: 'key-value pairs (KVPs)' },
  { seen: /\bHAL\b/, explained: /`_links`/, write: 'HAL links (`_links`)' },
]

const termsOfTexts = terms.flatMap(({ seen, write, texts }) =>
  texts === undefined ? [] : [{ seen: texts instanceof RegExp ? texts : seen, write }],
)

/**
 * The texts of a program, each in its line: strings and templates with a space in them, and the
 * words between the tags of a page. Comments are for the people who build it.
 * @param {string} text
 */
function textsOf(text) {
  const blank = (/** @type {string} */ part) => part.replaceAll(/[^\n]/g, '')
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, blank)
  return code
    .split('\n')
    .map((line) =>
      (line.match(/'[^']* [^']*'|"[^"]* [^"]*"|`[^`]* [^`]*`?|>[^<>{}]+</g) ?? []).join(' '),
    )
    .join('\n')
}

/**
 * The comments of a file, each in its line.
 * @param {string} text
 */
function commentsOf(text) {
  const blank = (/** @type {string} */ part) => part.replaceAll(/[^\n]/g, '')
  const parts = text.split(/(\/\*\*[\s\S]*?\*\/|"""[\s\S]*?"""|^\s*(?:\/\/|#) .*$)/m)
  return parts.map((part, index) => (index % 2 === 1 ? part : blank(part))).join('')
}

/**
 * @param {string} page For users.
 * @returns {readonly string[]}
 */
export function unexplainedIn(page) {
  const lines = page.split('\n')
  const prose = proseOf(page).split('\n')
  return abbreviations.flatMap(({ seen, explained, write }) => {
    const at = prose.findIndex((line) => seen.test(line))
    if (at < 0 || explained.test(lines[at] ?? '')) return []
    return [`${at + 1}: "${seen.exec(prose[at] ?? '')?.[0]}" is not explained: write ${write}`]
  })
}

/**
 * The phrases of a file, with their lines and what to write.
 * @param {string} text
 * @param {{ isCode: boolean, isTest?: boolean, isPublic?: boolean }} of code has names that users
 *   never read; of a test only its texts count; of what is public, users read the comments too
 * @returns {readonly string[]}
 */
export function phrasesIn(text, { isCode, isTest = false, isPublic = false }) {
  const everywhere = phrases.filter((phrase) => phrase.in === undefined || !isCode)
  const found = linesWith(everywhere, isTest ? textsOf(text) : text)
  const own = isCode ? linesWith(termsOfTexts, textsOf(text)) : linesWith(terms, proseOf(text))
  const comments = isPublic ? linesWith(terms, proseOf(commentsOf(text))) : []
  return [...found, ...own, ...comments]
}

/**
 * @param {readonly { seen: RegExp, write: string }[]} sought
 * @param {string} text
 */
function linesWith(sought, text) {
  return text.split('\n').flatMap((line, index) =>
    sought.flatMap(({ seen, write }) => {
      const found = seen.exec(line)
      return found === null ? [] : [`${index + 1}: "${found[0]}": write ${write}`]
    }),
  )
}

/**
 * A page with empty lines where it has code, and where the program wrote it: its own texts are
 * checked where they are written. Code in a line and the targets of links are left out too.
 * @param {string} text
 */
function proseOf(text) {
  const blank = (/** @type {string} */ part) => part.replaceAll(/[^\n]/g, '')
  return text
    .replaceAll(/^```.*?^```$/gms, blank)
    .replaceAll(/^<!-- ([\w-]+) -->$.*?^<!-- \/\1 -->$/gms, blank)
    .replaceAll(/`[^`\n]*`|\]\([^)\n]*\)|https?:\S+/g, '')
}
