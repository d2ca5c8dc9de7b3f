import { secondsText } from '../../base/text/counted.ts'
import type { Swept } from '../../judge/sweep/document/sweep-schema.ts'
import { examplesOf } from '../../judge/sweep/shown/examples.ts'
import { cellPart, sweepParts } from '../../judge/sweep/shown/sweep-blocks.ts'
import { verdictLine } from '../../judge/sweep/shown/sweep-lines.ts'
import { Blocks } from '../blocks/blocks-view.tsx'
import { Glossary, HowToRead } from './how-to-read.tsx'
import { RunFacts, type RunLine, wholePage } from './whole-page.tsx'

/** A sweep as one page: the grid as a heat map, then one example for each distinct advice. */
export function sweepPage(swept: Swept, facts: readonly RunLine[] = []): string {
  const parts = sweepParts(swept)
  const shown = new Set(examplesOf(swept).map(([first]) => first))
  const others = swept.cells.filter((cell) => !shown.has(cell))
  return wholePage(
    verdictLine(swept),
    <div class="sweep stack">
      <h1>Sandgate sweep</h1>
      <Blocks of={[...parts.verdict, ...parts.baseline]} isSaved />
      <Blocks of={parts.grid} isSaved />
      <HowToRead kind="sweep" results={swept.cells.map(({ result }) => result)} />
      <RunFacts
        title="The sweep"
        facts={[
          ...(swept.date === undefined ? [] : [['Date', swept.date] as const]),
          ...facts,
          ...(swept.commit === undefined ? [] : [['Commit', swept.commit] as const]),
          ['Command', <code>{swept.command}</code>],
          ['Version', swept.version],
          ['A baseline run', secondsText(swept.baseline.duration_ms)],
        ]}
      />
      <Blocks of={[...parts.warnings, ...parts.accepted]} isSaved />
      {parts.examples.length > 0 && <h2>What happened, once for each cause</h2>}
      <Blocks of={parts.examples} isSaved />
      {/* Each is shown when a cell of the grid leads there. */}
      <Blocks of={others.map((cell) => ({ ...cellPart(swept, cell), isHidden: true }))} isSaved />
      <Blocks of={[...parts.notes, ...parts.notTried]} isSaved />
      <Glossary kind="sweep" />
    </div>,
  )
}
