import { capitalised, counted } from '../../base/text/counted.ts'
import { moneyText } from '../../domain/money.ts'
import {
  type Block,
  type BlockTable,
  type GridBlock,
  type Heading,
  type Part,
  type Picture,
  paragraph,
  plainWords,
  sideLabel,
  type Words,
  wordsIn,
} from '../../judge/blocks/block.ts'
import type { StepDocument } from '../../judge/payments/payment-document.ts'
import { shortId } from '../../judge/payments/payment-view.ts'
import { orderName } from '../../judge/payments/retry.ts'
import { runningSums } from '../../judge/payments/shown-steps.ts'
import { faults } from '../../judge/sweep/cells/fault.ts'
import { type CellResult, resultTraits } from '../../judge/sweep/cells/result.ts'
import { type Grid, noteOn, warningMeaning } from '../../judge/sweep/shown/grid.ts'
import { plainLayout } from '../terminal/blocks-text.ts'
import { stepMoment, stepsText } from '../terminal/steps-text.ts'

/** The size limit of a pull request comment, with some room for surrounding text. */
const LONGEST_COMMENT = 60_000

/** Blocks for pull requests and job summaries; parts that do not fit are shortened, then counted. */
export function blocksMarkdown(blocks: readonly Block[]): string {
  const isCut = (block: Block): block is Part => block.kind === 'part' && block.line === undefined
  const others = blocks.filter((block) => !isCut(block)).map(blockMarkdown)
  let room = LONGEST_COMMENT - others.join('\n\n').length - 200
  let left = 0
  const texts: string[] = []
  for (const [i, block] of blocks.entries()) {
    if (!isCut(block)) {
      texts.push(blockMarkdown(block))
      continue
    }
    const text = [block, withoutFolds(block)].map(partMarkdown).find(({ length }) => length < room)
    if (text === undefined || left > 0) left += block.counts[0]
    else texts.push(text)
    room -= (text?.length ?? 0) + 2
    const next = blocks[i + 1]
    if (left > 0 && (next === undefined || !isCut(next))) {
      texts.push(`… and ${counted(left, block.counts[1])}.`)
      left = 0
    }
  }
  return texts.filter((text) => text !== '').join('\n\n')
}

/** What is folded in a part is named in one line. */
function withoutFolds(part: Part): Part {
  const blocks = part.blocks.map((block) =>
    block.kind === 'fold' && block.line !== undefined ? paragraph(block.line) : block,
  )
  return { ...part, blocks }
}

const marks = { bad: '❌', warn: '⚠️', good: '✅' } as const

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case 'strip':
      return [
        `### ${marks[block.tone]} ${escaped(block.title)}: ${escaped(block.line)}`,
        quoted([
          ...block.notes.map(wordsMarkdown),
          ...(block.sides ?? []).map((side) => escaped(`${sideLabel(side)} ${side.line}`)),
        ]),
      ]
        .filter(Boolean)
        .join('\n\n')
    case 'heading':
      return headingMarkdown(block)
    case 'paragraph':
      return `${block.label === undefined ? '' : `**${escaped(block.label)}:** `}${wordsMarkdown(block.words)}`
    case 'list':
      return [
        ...(block.title === undefined ? [] : [`${escaped(block.title)}:`, '']),
        ...block.items.map((words) => `- ${wordsMarkdown(words)}`),
      ].join('\n')
    case 'table':
      return tableMarkdown(block)
    case 'steps':
      return fenced(stepsText(block, plainLayout).join('\n'), 'text')
    case 'code':
      return `${block.label === undefined ? '' : `${escaped(block.label)}: `}${inlineCode(block.text)}`
    case 'fold':
      return folded(escaped(block.summary), block.blocks, false)
    case 'part':
      return partMarkdown(block)
    case 'grid':
      return [...block.grids.map(gridMarkdown), legendMarkdown(block)].join('\n\n')
    case 'picture':
      return sequenceMarkdown(block)
    case 'meter':
    case 'requests':
      return ''
  }
}

function quoted(lines: readonly string[]): string {
  return lines.map((line) => `> ${line}`).join('  \n')
}

/** Its heading is the summary; one inside it is about something else. */
function partMarkdown({ head, blocks, line, isHidden, isWhole }: Part): string {
  if (isHidden) return ''
  if (line !== undefined && !isWhole) return escaped(line)
  const inner = blocks.filter((block) => block.kind !== 'heading' || block.about !== head.about)
  return folded(headingMarkdown(head), inner, head.tone === 'bad')
}

function folded(summary: string, blocks: readonly Block[], isOpen: boolean): string {
  const inner = told(blocks)
    .map(blockMarkdown)
    .filter((text) => text !== '')
  if (inner.length === 0) return ''
  return [
    `<details${isOpen ? ' open' : ''}><summary>${summary}</summary>`,
    ...inner,
    '</details>',
  ].join('\n\n')
}

/** Steps that have a picture are not listed too, and `Instead` is said once. */
function told(blocks: readonly Block[]): readonly Block[] {
  const advice = blocks.filter((block) => block.kind === 'paragraph' && block.label === 'Instead')
  return blocks.flatMap((block, i): readonly Block[] => {
    const before = blocks[i - 1]
    if (block.kind === 'steps' && before && blockMarkdown(before).startsWith('```mermaid'))
      return []
    if (block.kind !== 'paragraph' || !advice.slice(1).includes(block)) return [block]
    return [paragraph(capitalised(plainWords(block.words)))]
  })
}

function headingMarkdown({ label, title, about, place, codes = [] }: Heading): string {
  const name = label === undefined ? escaped(title) : `${escaped(label)}: ${escaped(title)}`
  return [
    `<b>${name}</b>`,
    ...(about === undefined ? [] : [escaped(about)]),
    ...codes.map((code) => `<code>${escaped(code)}</code>`),
    ...(place === undefined ? [] : [`in ${escaped(place)}`]),
  ].join(' ')
}

/** The most rows of a table that is as long as a run. */
const MOST_ROWS = 50

function tableMarkdown({ columns, rows, one, sum, dropped = 0 }: BlockTable): string {
  const most = one === undefined ? rows.length : MOST_ROWS
  const more = Math.max(0, rows.length - most) + dropped
  return [
    ...(sum === undefined ? [] : [wordsMarkdown(sum), '']),
    `| ${columns.map((column) => tableCell(escaped(column.title))).join(' | ')} |`,
    `|${'---|'.repeat(columns.length)}`,
    ...rows
      .slice(0, most)
      .map((row) => `| ${row.map((words) => tableCell(wordsMarkdown(words))).join(' | ')} |`),
    ...(more === 0 ? [] : ['', `… and ${counted(more, `more ${one ?? 'row'}`)}.`]),
  ].join('\n')
}

function legendMarkdown({ counts, grids }: GridBlock): string {
  const warning = warningMeaning(grids)
  const meanings = counts.map(([result]) => {
    const { one, means } = resultTraits[result]
    return `- ${signOf(result)} ${one}: ${escaped(means)}`
  })
  return [...meanings, ...(warning === undefined ? [] : [`- ! warning: ${escaped(warning)}`])].join(
    '\n',
  )
}

/** `🟥 D`: a square in the colour of the grid, and the letter for those who do not see it. */
function signOf(result: CellResult): string {
  const { mark, tone } = resultTraits[result]
  return `${result === 'unresolved' ? '🟧' : squares[tone]} ${mark}`
}

const squares = { bad: '🟥', odd: '🟨', quiet: '⬜', good: '🟩' } as const

function gridMarkdown({ title, faults: own, rows }: Grid): string {
  const used = faults.filter((fault) => own.includes(fault))
  const lines = rows.map(({ call, about, cells }) => {
    const results = used.map((fault) => {
      const cell = cells[own.indexOf(fault)]
      if (cell === undefined) return ''
      const note = noteOn(cell)
      const now =
        note === 'accepted' ? `⬜ (${resultTraits[cell.result].mark})` : signOf(cell.result)
      const was = cell.was === undefined ? '' : `${signOf(cell.was)} → `
      return `${was}${now}${note === 'warning' ? '!' : ''}`
    })
    const name = tableCell([inlineCode(call), escaped(about.join(', '))].join(' ').trimEnd())
    return `| ${name} | ${results.join(' | ')} |`
  })
  const head = `| call | ${used.join(' | ')} |`
  return [`${escaped(title)}:`, '', head, `|---|${'---|'.repeat(used.length)}`, ...lines].join('\n')
}

function wordsMarkdown(words: Words): string {
  return wordsIn(words)
    .map(({ text, href, isCode }) => {
      if (isCode) return inlineCode(text)
      return href?.startsWith('http') ? `[${escaped(text)}](${href})` : escaped(text)
    })
    .join('')
}

function inlineCode(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  const line = text.replaceAll('\n', ' ')
  return `${fence}${line.startsWith('`') || line.endsWith('`') ? ` ${line} ` : line}${fence}`
}

/** A fence that nothing in the text can close. */
function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(2, longestRun(text)) + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** A longer payment is a list of its steps. */
const MOST_DRAWN = 24

/** A payment as a Mermaid diagram, which GitHub and GitLab draw. */
function sequenceMarkdown({ steps, currency, doubled }: Picture): string {
  if (steps.length > MOST_DRAWN) return ''
  const sums = runningSums(steps)
  const lines = steps.flatMap((step, i) => {
    const { audit, at } = step
    const [day, time = ''] = stepMoment(at).split(' ')
    const isNewDay = !stepMoment(steps[i - 1]?.at ?? '').startsWith(`${day}`)
    const sum = sums[i]
    const isTooMuch = sum?.isAgain && doubled !== null
    const noted = [
      ...(audit === undefined ? [] : [`audit ${audit}`]),
      ...(sum === undefined ? [] : [`paid ${moneyText(sum.cents, currency)}`]),
    ]
    return [
      ...(isNewDay ? [`Note over C,G: ${day}`] : []),
      ...stepLines(step, time),
      ...(noted.length === 0
        ? []
        : [`Note right of G: ${noted.join(', ')}${isTooMuch ? ' 🟥' : ''}`]),
    ]
  })
  const parties = ['participant C as client', 'participant G as gateway']
  return fenced(['sequenceDiagram', ...parties, ...lines].join('\n  '), 'mermaid')
}

function stepLines(step: StepDocument, time: string): readonly string[] {
  const { kind, correlation_id: id, order, result, text } = step
  if (kind === 'change') return [`Note over G: ${drawable(`${time} ${text}`)}`]
  const about = [shortId(id ?? ''), order && orderName(order)].filter(Boolean).join(', ')
  return [
    `C->>G: ${drawable(`${time} ${kind.replaceAll('_', ' ')} ${about}`)}`,
    `G--${result === 'lost' ? 'x' : '>>'}C: ${drawable(text)}`,
  ]
}

/** What Mermaid would read as its own language is left out. */
function drawable(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} …:.,()'/-]/gu, ' ').trim()
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}

function tableCell(text: string): string {
  return text.replaceAll('|', '\\|')
}

/**
 * Text that Markdown and HTML show as it is, as entities: inside <summary>, a backslash would be shown.
 * Names of people and numbers of issues notify nobody.
 */
function escaped(text: string): string {
  return text
    .replaceAll('\n', ' ')
    .replaceAll(markup, (char) =>
      char === '@' || char === '#' ? `${char}<!-- -->` : `&#${char.charCodeAt(0)};`,
    )
}

/** An underscore inside a word, and a colon in no address, mean nothing. */
const markup = /[&<>`*[\]~$\\@]|#(?=\d)|(?<!\w)_|_(?!\w)|:(?=\/\/)|(?<=www)\.|^[#+-]/gi
