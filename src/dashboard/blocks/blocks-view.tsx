import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { nextTurn } from '../../base/in-batches.ts'
import type { Block, Part } from '../../judge/blocks/block.ts'
import { Panel } from '../parts/table.tsx'
import { PictureView, RequestsView, StepsView } from './evidence-blocks.tsx'
import { GridView } from './grid-view.tsx'
import { TableView } from './table-block.tsx'
import { HeadingView, ListView, ParagraphView, StripView } from './text-blocks.tsx'

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
      return <ParagraphView paragraph={block} {...look} />
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
    case 'grid':
      return <GridView grid={block} />
  }
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
    <article class={`panel story${isHidden ? '' : ' told'}`} id={head.id}>
      {inner}
      <p class="small-print">
        <a href="#grid">Back to the grid</a>
      </p>
    </article>
  )
}
