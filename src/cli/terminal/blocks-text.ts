import {
  type Block,
  type BlockTable,
  type CaseMark,
  type Heading,
  type Paragraph,
  type Part,
  plainWords,
  type Side,
  sideLabel,
  type Word,
  type Words,
  wordsIn,
} from '../../judge/blocks/block.ts'
import { withoutBackticks } from './flow.ts'
import { gridsText, resultName } from './grid-text.ts'
import { stepsText } from './steps-text.ts'
import type { Style, Tone } from './style.ts'
import { type Layout, table } from './table.ts'

/** For a file, which has no colours and takes lines of any length. */
export const plainLayout: Layout = { width: undefined, style: (_tone, text) => text }

/** Blocks as text for people; those without words are left out. */
export function blocksText(blocks: readonly Block[], layout: Layout = plainLayout): string {
  const drawn = blocks
    .map((block) => ({ block, text: blockText(block, layout) }))
    .filter(({ text }) => text !== '')
  return drawn
    .map(({ block, text }, i) => {
      const before = drawn[i - 1]?.block
      if (before === undefined) return text
      return `${isLine(before) && isLine(block) ? '\n' : '\n\n'}${text}`
    })
    .join('')
}

/** Whether a block needs no empty line before another such block. */
function isLine(block: Block): boolean {
  return (
    block.kind === 'paragraph' ||
    (block.kind === 'list' && block.title === undefined) ||
    (block.kind === 'part' && block.line !== undefined)
  )
}

function blockText(block: Block, layout: Layout): string {
  const { style } = layout
  switch (block.kind) {
    case 'strip':
      return [
        style(stripTones[block.tone], block.line),
        ...block.notes.map((words) => wordsText(words, style)),
        ...sidesText(block.sides),
      ].join('\n')
    case 'heading':
      return headingText(block, layout)
    case 'paragraph':
      return paragraphText(block, style)
    case 'list':
      return block.title === undefined
        ? block.items.map((words) => wordsText(words, style)).join('\n')
        : [
            style('strong', block.title),
            ...block.items.map((words) => `  ${wordsText(words, style)}`),
          ].join('\n')
    case 'table':
      return tableText(block, layout)
    case 'steps':
      return stepsText(block, layout).join('\n')
    case 'code':
      return block.label === undefined ? block.text : `${block.label}: ${block.text}`
    case 'fold':
      return block.line === undefined ? '' : wordsText(block.line, style)
    case 'part':
      return block.isHidden ? '' : (block.line ?? partText(block, layout))
    case 'grid':
      return gridsText(block, layout)
    case 'meter':
    case 'picture':
    case 'requests':
      return ''
  }
}

/** `Before (npm test): Unsafe`, what follows the labels below each other. */
function sidesText(sides: readonly Side[] = []): readonly string[] {
  const widest = Math.max(...sides.map(({ label }) => label.length))
  return sides.map(
    (side) => `${sideLabel(side)} ${' '.repeat(widest - side.label.length)}${side.line}`,
  )
}

const stripTones = { good: 'good', warn: 'odd', bad: 'bad' } as const

/** Headings with what belongs to them indented. */
function partText({ blocks }: Part, layout: Layout): string {
  const inner = layout.width === undefined ? layout : { ...layout, width: layout.width - 2 }
  return blocks
    .map((block) => ({ block, text: blockText(block, inner) }))
    .filter(({ text }) => text !== '')
    .map(({ block, text }) => (block.kind === 'heading' ? text : indented(text)))
    .join('\n')
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')
}

/** `ERROR   Double charge         order A-1, AUD 1.00  (double-charge)    test "checkout"` */
function headingText(heading: Heading, { style }: Layout): string {
  const { result, label, tone, about, codes = [], place } = heading
  const title = result === undefined ? heading.title : resultName(result)
  if (label === undefined) {
    return [style('strong', title), ...(about === undefined ? [] : [about])].join('  ')
  }
  const word = style(tone === undefined ? 'strong' : tones[tone], label.toUpperCase().padEnd(7))
  const name = style('strong', title.padEnd(20))
  const code = codes.length === 0 ? '' : style('quiet', `(${codes.join(', ')})`)
  const test = place === undefined ? '' : `  ${style('quiet', place)}`
  return [`${word} ${name}`, about, code, test].filter(Boolean).join('  ')
}

function paragraphText({ words, label, tone }: Paragraph, style: Style): string {
  if (label !== undefined) {
    const [{ href } = { href: undefined }, ...more] = wordsIn(words)
    // A page shows the words of a link, and a terminal its address.
    if (href !== undefined && more.length === 0) return `${label}: ${href}`
    return `${label}: ${wordsText(words, style)}`
  }
  const text = wordsText(words, style)
  return tone === undefined || tone === 'quiet' ? text : style(tones[tone], text)
}

const tones: Readonly<Record<NonNullable<Word['tone']>, Tone>> = {
  good: 'good',
  warn: 'odd',
  bad: 'bad',
  quiet: 'quiet',
  strong: 'strong',
}

function wordsText(words: Words, style: Style): string {
  return wordsIn(words)
    .map(({ text, tone }) => ({ text: withoutBackticks(text), tone }))
    .map(({ text, tone }) => (tone === undefined ? text : style(tones[tone], text)))
    .join('')
}

function tableText(block: BlockTable, layout: Layout): string {
  const { columns, rows, isHeadless = false, sum, dropped = 0 } = block
  const drawn = table(
    columns.map((column) => ({
      title: isHeadless ? '' : column.title,
      ...(column.look === 'number' && { align: 'right' as const }),
    })),
    rows.map((row) => row.map(cellOf)),
    layout,
  )
  const body = isHeadless ? drawn.slice(drawn.indexOf('\n') + 1) : drawn
  return [
    body,
    ...(dropped === 0 ? [] : [`and ${dropped} more.`]),
    ...(sum === undefined ? [] : [wordsText(sum, layout.style)]),
  ].join('\n')
}

function cellOf(words: Words): { readonly text: string; readonly tone?: Tone } {
  const [first, ...more] = wordsIn(words)
  if (first === undefined || more.length > 0) return { text: plainWords(words) }
  const { tone } = first
  return { text: loneText(first), ...(tone !== undefined && { tone: tones[tone] }) }
}

/** Signs differ in shape, not only in colour. */
const signs: Readonly<Record<CaseMark, string>> = {
  tried: '✓',
  'not tried': '✗',
  'not possible': '-',
}

/** A word that has a cell to itself. */
function loneText({ text, mark, isLoud, isAside }: Word): string {
  if (mark !== undefined) return signs[mark]
  if (isAside && text !== '') return `(${text})`
  return isLoud ? text.toUpperCase() : text
}
