import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { nextTurn } from '../../document/in-batches.ts'
import { numberText } from '../../domain/money.ts'
import { memberOf } from '../../domain/plain-object.ts'
import { answerText, operationText } from '../../fields/request-words.ts'
import type { RequestResponse } from '../../http/contract/control/calls/requests.ts'
import {
  type Block,
  type BlockTable,
  type ColumnLook,
  type Heading,
  type List,
  type Paragraph,
  type Part,
  type Picture,
  type Requests,
  type Strip as StripBlock,
  type Words,
  wordsIn,
} from '../../insight/blocks/block.ts'
import { capitalised, counted } from '../../insight/counted.ts'
import { MarkedWord, VerdictPanel } from '../parts/mark.tsx'
import { type Column, Panel, Table } from '../parts/table.tsx'
import { InlineCode, Unbroken } from '../parts/text.tsx'
import { ExchangeView } from '../payment/exchange.tsx'
import { PlainSteps } from '../payment/payment-steps.tsx'
import { SequencePicture } from '../payment/sequence-picture.tsx'
import { CodeLink } from '../payment/verdict.tsx'
import { GridView } from './grid-view.tsx'

interface Look {
  /** Whether it is a file, which leads to no other page. */
  readonly isSaved: boolean
}

/** Blocks as HTML, one after the other: all together take longer to draw than other requests should wait. */
export async function blocksView(blocks: readonly Block[], look: Look): Promise<Child> {
  const views: Child[] = []
  for (const block of blocks) {
    await nextTurn()
    views.push(raw(String(<BlockView block={block} {...look} />)))
  }
  return <>{views}</>
}

/** The same at once, for a few blocks. */
export function Blocks({ of: blocks, ...look }: { of: readonly Block[] } & Look) {
  return (
    <>
      {blocks.map((block) => (
        <BlockView block={block} {...look} />
      ))}
    </>
  )
}

type BlockProps = { readonly block: Block } & Look

function BlockView({ block, ...look }: BlockProps) {
  switch (block.kind) {
    case 'strip':
      return <StripView strip={block} />
    case 'heading':
      return <HeadingView heading={block} {...look} />
    case 'paragraph':
      return <ParagraphView paragraph={block} />
    case 'list':
      return <ListView list={block} />
    case 'table':
      return <TableView table={block} />
    case 'steps':
      return <StepsView steps={block.steps} />
    case 'code':
      return (
        <p>
          {block.label !== undefined && `${block.label}: `}
          <code>{block.text}</code>
        </p>
      )
    case 'fold':
      return (
        <details class="fold more" id={block.id}>
          <summary>{block.summary}</summary>
          <div class="stack">
            <Blocks of={block.blocks} {...look} />
          </div>
        </details>
      )
    case 'part':
      return <PartView part={block} {...look} />
    case 'meter':
      return (
        <progress max="100" value={block.percent} aria-label={`${block.percent} percent covered`} />
      )
    case 'picture':
      return <PictureView picture={block} />
    case 'requests':
      return look.isSaved ? <RequestsView of={block} /> : null
    case 'beside':
      return (
        <div class="beside">
          {block.sides.map(({ title, grid }) => (
            <section class="stack">
              <h2>{title}</h2>
              <GridView grid={grid} />
            </section>
          ))}
        </div>
      )
    case 'grid':
      return <GridView grid={block} />
  }
}

/** The verdict, and beneath it what limits it. */
function StripView({ strip: { tone, line, notes, isOpen } }: { strip: StripBlock }) {
  return (
    <>
      <VerdictPanel tone={tone} {...(isOpen && { mark: 'question' })}>
        <p role="status">
          <Unbroken text={line} />
        </p>
      </VerdictPanel>
      {notes.length > 0 && (
        <div class="caution stack" id="caution">
          {notes.map((words) => (
            <p>
              <WordsView words={words} />
            </p>
          ))}
        </div>
      )}
    </>
  )
}

const severityLooks = {
  bad: { tone: 'bad', mark: 'failed' },
  warn: { tone: 'warn', mark: 'warning' },
  quiet: { tone: 'calm', mark: 'note' },
  good: { tone: 'good', mark: 'approved' },
  strong: { tone: 'calm', mark: 'note' },
} as const

function HeadingView({ heading, isSaved }: { heading: Heading } & Look) {
  const { id, title, tone = 'strong', label, about, place, codes = [], money } = heading
  if (label === undefined) {
    return (
      <h3 id={id}>
        <span class={toneClass(tone)}>{title}</span>{' '}
        {about !== undefined && <small class="mono">{about}</small>}
      </h3>
    )
  }
  return (
    <h3 id={id}>
      <MarkedWord look={severityLooks[tone]}>{title}</MarkedWord> {about}
      {money !== undefined && <b class="bad tight">, {money}</b>}
      {place !== undefined && <span class="soft"> in {place}</span>}{' '}
      <small class="soft">
        {label}{' '}
        {codes.map((code) => (
          <CodeLink code={code} isSaved={isSaved} />
        ))}
      </small>
    </h3>
  )
}

function ParagraphView({ paragraph: { words, label, tone } }: { paragraph: Paragraph }) {
  const [{ href } = { href: undefined }] = wordsIn(words)
  // A link says by itself what it leads to.
  if (label !== undefined && href !== undefined) {
    return (
      <p class="small-print">
        <WordsView words={words} />
      </p>
    )
  }
  return (
    <p class={tone && toneClass(tone)}>
      {label !== undefined && (
        <>
          <b>{label}:</b>{' '}
        </>
      )}
      <WordsView words={words} />
    </p>
  )
}

function ListView({ list: { items, title, id } }: { list: List }) {
  const list = (
    <ul>
      {items.map((words) => (
        <li>
          <WordsView words={words} />
        </li>
      ))}
    </ul>
  )
  if (title === undefined) return <div id={id}>{list}</div>
  return (
    <section class="stack" id={id}>
      <h2>{title}</h2>
      {list}
    </section>
  )
}

const columnLooks: Readonly<Record<ColumnLook, string>> = {
  name: 'own-line',
  reference: 'reference own-line',
  sentence: 'own-line',
  amounts: 'long named',
  'other amounts': 'long named unlike',
  short: 'named',
  number: 'number',
}

/** Rows that are shown at once, where there may be many; the others are folded. */
const AT_ONCE = 20

function TableView({ table: { columns, rows, one, sum, dropped = 0 } }: { table: BlockTable }) {
  const shown = one === undefined ? rows : rows.slice(0, AT_ONCE)
  const more = rows.slice(shown.length)
  const drawn = (some: BlockTable['rows']) => (
    <Table
      rows={some}
      columns={columns.map(({ title, look }, i): Column<BlockTable['rows'][number]> => {
        const cell = (row: BlockTable['rows'][number]) => <WordsView words={row[i] ?? ''} isCell />
        return look === undefined
          ? [capitalised(title), cell]
          : [capitalised(title), cell, columnLooks[look]]
      })}
      isFocusable
    />
  )
  return (
    <>
      {sum !== undefined && (
        <p>
          <WordsView words={sum} />
        </p>
      )}
      {drawn(shown)}
      {more.length > 0 && (
        <details class="fold">
          <summary>{counted(more.length, `more ${one}`)}</summary>
          {drawn(more)}
        </details>
      )}
      {dropped > 0 && <p class="soft">{numberText(dropped)} more, not kept.</p>}
    </>
  )
}

function PartView({ part, ...look }: { part: Part } & Look) {
  const { head, blocks, isHidden } = part
  const inner = <Blocks of={blocks} {...look} />
  if (part.look === 'section') {
    const others = blocks.filter(({ kind }) => kind !== 'heading')
    return (
      <Panel class="stack" id={head.id ?? ''} title={head.title} count={head.about}>
        <Blocks of={others} {...look} />
      </Panel>
    )
  }
  if (part.look === 'finding')
    return <article class={`panel finding ${head.label}`}>{inner}</article>
  return (
    <article class={`panel cell-steps${isHidden ? '' : ' told'}`} id={head.id}>
      {inner}
      <p class="small-print">
        <a href="#grid">Back to the grid</a>
      </p>
    </article>
  )
}

/** The most steps to show at each end: what is wrong begins and ends there. */
const MOST_STEPS = 12

function StepsView({ steps }: Pick<Picture, 'steps'>) {
  const hidden = steps.length - 2 * MOST_STEPS
  if (hidden <= 1) return <PlainSteps steps={steps} />
  return (
    <>
      <PlainSteps steps={steps.slice(0, MOST_STEPS)} />
      <p class="soft">{counted(hidden, 'step')} in between not shown.</p>
      <PlainSteps steps={steps.slice(-MOST_STEPS)} from={steps.length - MOST_STEPS} />
    </>
  )
}

/** Drawn only if the time of every request is known. */
function PictureView({ picture }: { picture: Picture }) {
  const { steps, currency, doubled } = picture
  const requests = picture.requests.filter(isRequest)
  if (!requests.every(({ real_at }) => Date.parse(real_at) > 0)) return null
  return <SequencePicture payment={{ steps, requests, currency, doubled }} />
}

/** Folded, because most readers do not need them. */
function RequestsView({ of: { requests } }: { of: Requests }) {
  return (
    <>
      {requests.filter(isRequest).map((request) => (
        <details class="fold exchange">
          <summary>
            Request {request.id}: {operationText(request)}, {answerText(request)}
          </summary>
          <ExchangeView place={undefined} request={request} />
        </details>
      ))}
    </>
  )
}

/** A report in a file may be of another version. */
function isRequest(evidence: unknown): evidence is RequestResponse {
  const [request, response] = [memberOf(evidence, 'request'), memberOf(evidence, 'response')]
  return [request, response].every((part) => memberOf(part, 'headers') !== undefined)
}

/** In a cell, sums of money stay on one line. */
function WordsView({ words, isCell = false }: { words: Words; isCell?: boolean }) {
  return (
    <>
      {wordsIn(words).map(({ text, tone, isCode, href }) => {
        const inner = isCell ? <Unbroken text={text} /> : <InlineCode text={text} />
        const shown = isCode ? <code>{text}</code> : inner
        const toned = tone === undefined ? shown : <span class={toneClass(tone)}>{shown}</span>
        return href === undefined ? toned : <a href={href}>{toned}</a>
      })}
    </>
  )
}

function toneClass(tone: NonNullable<Paragraph['tone']>): string {
  if (tone === 'quiet') return 'soft'
  return tone === 'strong' ? 'strong' : tone
}
