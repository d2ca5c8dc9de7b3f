import { capitalised, counted, spanText } from '../../base/text/counted.ts'
import { type Part, paragraph, stripOf } from '../../judge/blocks/block.ts'
import { resultTraits } from '../../judge/sweep/cells/result.ts'
import type { CellOutcome, Swept } from '../../judge/sweep/document/sweep-schema.ts'
import { type AlikeCells, examplesOf, isDrawn } from '../../judge/sweep/shown/examples.ts'
import { cellAnchor, cellPart, sweepParts } from '../../judge/sweep/shown/sweep-blocks.ts'
import { verdictLine } from '../../judge/sweep/shown/sweep-lines.ts'
import { sweepVerdict } from '../../judge/sweep/shown/sweep-verdict.ts'
import { Blocks } from '../blocks/blocks-view.tsx'
import script from '../browser/grid.ts?asset'
import { Glossary, HowToRead } from './how-to-read.tsx'
import { FactLine, type RunLine, wholePage } from './whole-page.tsx'

/** The examples that are shown at once; the others are a click away. */
const AT_ONCE = 3

/** A sweep as one page: the grid as a heat map, and the story of each cell, which opens beside it. */
export function sweepPage(swept: Swept, facts: readonly RunLine[] = []): string {
  const { baseline, verdict, grid, warnings, accepted, examples, notes, notTried } =
    sweepParts(swept)
  const groups = examplesOf(swept)
  const drawn = new Map(groups.flatMap(([first, ...alike]) => alike.map((cell) => [cell, first])))
  const shown = new Set(groups.map(([first]) => first))
  const others = swept.cells
    .filter((cell) => !shown.has(cell))
    .map((cell) => hiddenPart(swept, cell, drawn.get(cell)))
  const strips = verdict.map((strip) =>
    stripOf(sweepVerdict(swept), { ...strip, line: verdictLine(swept, grid.length > 0) }),
  )
  return wholePage(
    verdictLine(swept),
    <div class="sweep stack">
      <div class="heading payment-heading">
        <h1>Sandgate sweep</h1>
        <FactLine
          facts={[
            ...(swept.date === undefined ? [] : [['Date', swept.date] as const]),
            ...facts,
            ...(swept.commit === undefined ? [] : [['Commit', swept.commit] as const]),
            ['Command', swept.command],
            ['Version', swept.version],
            ['A baseline run', spanText(swept.baseline.duration_ms)],
          ]}
        />
      </div>
      <Blocks of={[...strips, ...baseline]} isSaved />
      <div class="map stack">
        <Blocks of={grid} isSaved />
        {examples.length > 0 && <h2>What happened, once for each cause</h2>}
        <Blocks of={examples.slice(0, AT_ONCE)} isSaved />
        <MoreCauses groups={groups.slice(AT_ONCE)} />
        {/* Each is shown when a cell of the grid leads there. */}
        <Blocks of={[...examples.slice(AT_ONCE), ...others]} isSaved />
      </div>
      <Blocks of={[...warnings, ...accepted, ...notes, ...notTried]} isSaved />
      <HowToRead kind="sweep" results={swept.cells.map(({ result }) => result)} />
      <Glossary kind="sweep" />
    </div>,
    script,
  )
}

/** What happened in a cell; a picture of the same is elsewhere. */
function hiddenPart(swept: Swept, cell: CellOutcome, like: CellOutcome | undefined): Part {
  const part = cellPart(swept, cell)
  const picture = like !== undefined &&
    isDrawn(like) && [
      paragraph({ text: `A picture of the same: ${like.name}`, href: `#${cellAnchor(like)}` }),
    ]
  return { ...part, blocks: [...part.blocks, ...(picture || [])], isHidden: true }
}

/** The other causes, a line each: a page of all pictures would be long. */
function MoreCauses({ groups }: { groups: readonly AlikeCells[] }) {
  if (groups.length === 0) return null
  return (
    <details class="fold more">
      <summary>{counted(groups.length, 'more cause')}</summary>
      <ul>
        {groups.map(([first, ...alike]) => (
          <li>
            <a href={`#${cellAnchor(first)}`}>{capitalised(resultTraits[first.result].one)}</a>{' '}
            <span class="soft">
              {first.name}
              {alike.length > 0 && ` and ${counted(alike.length, 'more cell')}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
