/** How many characters a line of the pictured terminal has. */
export const COLUMNS = 110

const LINE = 19
const CHARACTER = 7.8
const PADDING = 20

/**
 * A picture of what a program printed to a terminal, in its colours. It follows the reader's choice
 * of light or dark by itself.
 * @param {string} command what was typed
 * @param {string} printed with its escapes
 */
export function terminalSvg(command, printed) {
  const lines = [`\u001b[2m$\u001b[22m ${command}`, ...printed.split('\n')].flatMap(wrapped)
  const width = Math.ceil(COLUMNS * CHARACTER + 2 * PADDING)
  const height = lines.length * LINE + 2 * PADDING
  const rows = lines.map((line, index) => {
    const y = PADDING + LINE * (index + 0.75)
    return `<text x="${PADDING}" y="${y}" xml:space="preserve">${line.map(span).join('')}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="13">
<title id="title">What ${escaped(command)} prints</title>
<style>
.page { fill: #ffffff; stroke: #d1d9e0 } text { fill: #1f2328 } .quiet { fill: #59636e } .bad { fill: #b3261e } .good { fill: #176f2c } .strong { font-weight: 600 }
@media (prefers-color-scheme: dark) { .page { fill: #0d1117; stroke: #3d444d } text { fill: #e6edf3 } .quiet { fill: #9198a1 } .bad { fill: #ff8a80 } .good { fill: #6bd286 } }
</style>
<rect class="page" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${rows.join('\n')}
</svg>
`
}

/** @typedef {{ text: string, look: string }} Span */

/** @type {Readonly<Record<string, string>>} */
const looks = { 1: 'strong', 2: 'quiet', 31: 'bad', 32: 'good', 90: 'quiet' }

/**
 * The lines that a terminal makes of one, each as its spans.
 * @param {string} line
 * @returns {readonly (readonly Span[])[]}
 */
function wrapped(line) {
  /** @type {Span[][]} */
  const rows = [[]]
  let room = COLUMNS
  for (const { text, look } of spansOf(line)) {
    for (let rest = text; rest !== ''; ) {
      if (room === 0) {
        rows.push([])
        room = COLUMNS
      }
      const part = rest.slice(0, room)
      rows.at(-1)?.push({ text: part, look })
      rest = rest.slice(part.length)
      room -= part.length
    }
  }
  return rows
}

/** @param {string} line @returns {readonly Span[]} */
function spansOf(line) {
  let look = ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
  return line.split(/(\u001b\[\d*m)/).flatMap((part) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
    const [, code] = /^\u001b\[(\d*)m$/.exec(part) ?? []
    if (code === undefined) return part === '' ? [] : [{ text: part, look }]
    look = looks[code] ?? ''
    return []
  })
}

/** @param {Span} span */
function span({ text, look }) {
  return look === '' ? escaped(text) : `<tspan class="${look}">${escaped(text)}</tspan>`
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
