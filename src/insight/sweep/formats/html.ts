import {
  type CellOutcome,
  type Grid,
  gridsOf,
  gridTitles,
  hungTexts,
  repeatLine,
  type ShownResult,
  type Swept,
  toldOutcomes,
  unsafeOutcomes,
  verdictLine,
} from '../swept.ts'
import { escaped } from './junit.ts'

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 84rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 0 0 1.5rem }
caption { text-align: left; font-weight: 600; padding: .5rem 0 }
th, td { text-align: left; padding: .25rem .75rem; border: 1px solid #8886 }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8886; white-space: pre-wrap; font-size: .85rem }
.bad { color: #b00020; font-weight: 600 } .odd { color: #8a5a00 } .good { color: #00703c }
@media screen and (prefers-color-scheme: dark) { .bad { color: #ff8a80 } .odd { color: #ffcc66 } .good { color: #7bd88f } }
@page { margin: 14mm 12mm }
@media print {
  :root { color-scheme: light; font-size: 10pt } body { max-width: none; margin: 0; padding: 0 }
  pre { font-size: 8pt } pre, tr { break-inside: avoid } h2, caption { break-after: avoid }
}`

/** A sweep as one self-contained page. */
export function sweepHtml(swept: Swept): string {
  const unsafe = unsafeOutcomes(swept)
  const verdict = `<p class="${unsafe.length > 0 ? 'bad' : 'good'}">${escaped(verdictLine(swept))}</p>`
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Sandgate sweep</title>',
    `<meta name="viewport" content="width=device-width"><style>${styles}</style></head><body>`,
    '<h1>Sweep</h1>',
    verdict,
    `<p>Command: <code>${escaped(swept.command)}</code>. Sandgate ${escaped(swept.version)}.</p>`,
    ...gridsOf(swept).map(gridTable),
    ...hungTexts(swept).map((text) => `<p>${escaped(text)}</p>`),
    ...toldOutcomes(swept).map((outcome) => story(outcome, swept)),
    '</body></html>',
    '',
  ].join('\n')
}

function gridTable({ at, forms, rows }: Grid): string {
  const head = ['call', ...forms].map((title) => `<th scope="col">${title}</th>`).join('')
  const body = rows.map(({ call, results }) => {
    const cells = results.map((result) => `<td class="${toneOf(result)}">${result ?? ''}</td>`)
    return `<tr><th scope="row">${escaped(call)}</th>${cells.join('')}</tr>`
  })
  const caption = `<caption>${gridTitles[at]}</caption>`
  return `<table>${caption}<thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`
}

function toneOf(result: ShownResult | undefined): string {
  if (result === undefined) return ''
  if (result === 'safe' || result === 'failed safe') return 'good'
  return result === result.toUpperCase() ? 'bad' : 'odd'
}

function story(outcome: CellOutcome, swept: Swept): string {
  const { cell, result = '', findings } = outcome
  const texts = findings.map(({ text }) => `<pre>${escaped(text)}</pre>`)
  const repeat = `<p>Repeat it: <code>${escaped(repeatLine(swept, outcome))}</code></p>`
  return [`<h2>${escaped(cell.name)}: ${result}</h2>`, ...texts, repeat].join('\n')
}
