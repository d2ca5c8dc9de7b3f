/**
 * A page that shows a report in Markdown as a pull request shows it. It knows the Markdown that
 * Sandgate writes: headings, paragraphs, tables, blocks and folded parts.
 * @param {string} markdown
 */
export function commentPage(markdown) {
  const blocks = markdown.trim().split(/\n{2,}(?![^`]*\n```\n)/)
  // The fonts of a server have no emoji.
  const body = blocks
    .map(htmlOf)
    .join('\n')
    .replaceAll('❌', '<i>✘</i>')
    .replaceAll('🟥', '<i>■</i>')
  return `<!doctype html><meta charset="utf-8"><style>${style}</style>
<article><header><b>github-actions</b> <span>bot commented</span></header><div>${body}</div></article>`
}

/** @param {string} block */
function htmlOf(block) {
  const [, level = '', title = ''] = /^(#+) (.*)$/.exec(block) ?? []
  if (level !== '') return `<h${level.length}>${inline(title)}</h${level.length}>`
  if (block.startsWith('|')) return tableOf(block.split('\n'))
  if (block.startsWith('```')) {
    const [, language, code = '', after = ''] = /^```(\w*)\n(.*?)\n```(.*)$/s.exec(block) ?? []
    if (language === 'mermaid') return `${sequenceOf(code)}${after}`
    return `<pre>${escaped(code)}</pre>${after}`
  }
  if (/^<b>/.test(block)) return `<p>${block}</p>`
  return block.startsWith('<') ? block : `<p>${inline(block)}</p>`
}

/** A sequence diagram of the kind that Sandgate writes. @param {string} code */
function sequenceOf(code) {
  const [left, right, width] = [150, 720, 1100]
  const steps = code
    .split('\n')
    .slice(3)
    .map((line) => line.trim())
  const lines = steps.map((step, i) => {
    const y = 50 + 30 * i
    const [, from = '', how = '', text = ''] = /^([CG])(--?>>|--x)[CG]: (.*)$/.exec(step) ?? []
    if (from === '') {
      const [, place, note = ''] = /^Note (.*?): (.*)$/.exec(step) ?? []
      const x = place === 'right of G' ? right + 14 : (left + right) / 2
      const anchor = place === 'right of G' ? 'start' : 'middle'
      return `<text class="note" x="${x}" y="${y}" text-anchor="${anchor}">${escaped(note).replace('🟥', '<tspan class="bad">■</tspan>')}</text>`
    }
    const [start, end] = from === 'C' ? [left, right] : [right, left]
    const way = Math.sign(end - start)
    const head =
      how === '--x'
        ? `m${5 * way} -5l-10 10m0 -10l10 10`
        : `m${-7 * way} -4l${7 * way} 4l${-7 * way} 4`
    return `<path d="M${start} ${y}H${end}" ${how.startsWith('--') ? 'stroke-dasharray="4 4"' : ''}/><path d="M${end} ${y}${head}"/><text x="${(left + right) / 2}" y="${y - 6}" text-anchor="middle">${escaped(text)}</text>`
  })
  const height = 50 + 30 * steps.length
  const parties = [
    ['client', left],
    ['gateway', right],
  ].map(
    ([name, x]) =>
      `<text x="${x}" y="16" text-anchor="middle" font-weight="600">${name}</text><path d="M${x} 24V${height - 20}"/>`,
  )
  return `<svg viewBox="0 0 ${width} ${height}">${parties.join('')}${lines.join('')}</svg>`
}

/** @param {readonly string[]} lines */
function tableOf([head = '', , ...rows]) {
  const row = (/** @type {string} */ line, /** @type {string} */ cell) =>
    `<tr>${line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((text) => `<${cell}>${inline(text.trim())}</${cell}>`)
      .join('')}</tr>`
  return `<table>${row(head, 'th')}${rows.map((line) => row(line, 'td')).join('')}</table>`
}

/** Outside code, Markdown already has entities. @param {string} text */
function inline(text) {
  return escaped(text)
    .replaceAll(/&amp;(?=#?\w+;)/g, '&')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]*)\*\*/g, '<b>$1</b>')
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, '<a href="$2">$1</a>')
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const style = `
body { margin: 0; padding: 16px; background: #ffffff; color: #1f2328; font: 14px/1.5 Inter, sans-serif }
article { border: 1px solid #d1d9e0; border-radius: 6px; overflow: hidden }
header { padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0 } header span { color: #59636e }
svg { font-size: 13px } svg text { fill: currentColor } svg path { fill: none; stroke: currentColor } svg .note { opacity: 0.75 } svg .bad { fill: #d1242f }
i { color: #d1242f; font-style: normal } div { padding: 4px 16px 12px } h3 { font-size: 18px; margin: 12px 0 } summary { margin: 8px 0 }
pre { padding: 12px; border-radius: 6px; background: #f6f8fa; font: 11.5px/1.5 'DejaVu Sans Mono', monospace; overflow: hidden }
code { padding: 2px 5px; border-radius: 4px; background: #eff1f3; font: 12px 'DejaVu Sans Mono', monospace }
a { color: #0969da } table { border-collapse: collapse } td, th { border: 1px solid #d1d9e0; padding: 5px 12px; text-align: left }
@media (prefers-color-scheme: dark) {
  body { background: #0d1117; color: #e6edf3 } article, header, td, th { border-color: #3d444d }
  header, pre { background: #151b23 } header span { color: #9198a1 } code { background: #262c36 } a { color: #4493f8 }
}`
