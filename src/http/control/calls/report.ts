import type * as z from 'zod'
import { maskAddress } from '../../../domain/card/hidden-number.ts'
import { storyDocument } from '../../../insight/report/report-document.ts'
import { toldId, toldSum, toldView } from '../../../insight/run/kept-story.ts'
import type { Run, RunScope } from '../../../insight/run/run.ts'
import type { StorySum } from '../../../insight/stories/story-sum.ts'
import { storyVerdicts } from '../../../insight/stories/story-verdict.ts'
import type { Call } from '../../call.ts'
import type {
  CoverageAnswer,
  ReportAnswer,
  ReportClearedAnswer,
  reportCalls,
  StoriesAnswer,
  StoriesQuery,
  SumsAnswer,
} from '../../contract/control/calls/report.ts'
import {
  controlContract,
  limit,
  oneOf,
  strict,
  text,
} from '../../contract/control/control-field.ts'
import { problem } from '../../request-problem.ts'
import { type Handlers, handler, simpleHandler } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'
import { coverageAnswer, reportAnswer } from '../representation/report-representation.ts'

const chapter = oneOf(['current']).exactOptional()
const partContract = controlContract({ query: strict({ chapter }) })
const storiesContract = controlContract({
  query: strict({
    chapter,
    limit,
    verdict: oneOf(storyVerdicts).exactOptional(),
    charged: oneOf(['true']).exactOptional(),
    returned: oneOf(['true', 'false']).exactOptional(),
  }),
})
const storyContract = controlContract({ path: strict({ id: text }) })

type PartInput = z.output<typeof partContract>

export const report: Handlers<typeof reportCalls> = {
  report: handler(partContract, one),
  clearReport: simpleHandler(clear),
  coverage: handler(partContract, coverage),
  stories: handler(storiesContract, stories),
  story: handler(storyContract, story),
}

function one(call: Call, { query }: PartInput, parts: HandlerParts): ReportAnswer {
  return reportAnswer(parts.judging, scopeOf(call, query, parts))
}

function coverage(call: Call, { query }: PartInput, parts: HandlerParts): CoverageAnswer {
  return coverageAnswer(parts.judging, scopeOf(call, query, parts))
}

function stories(
  call: Call,
  { query }: z.output<typeof storiesContract>,
  parts: HandlerParts,
): StoriesAnswer {
  const scope = scopeOf(call, query, parts)
  const { run } = parts.judging
  const all = run.stories(scope)
  const { verdict, charged, returned } = query
  const isPlain = (verdict ?? charged ?? returned) === undefined
  const found = isPlain ? all : all.filter((told) => isWanted(toldSum(told), query))
  return {
    stories: found.slice(-query.limit).reverse().map(toldView).map(storyDocument),
    sums: sumsAnswer(run.sums(scope)),
  }
}

function isWanted(sum: StorySum, { verdict, charged, returned }: StoriesQuery): boolean {
  if (charged !== undefined && sum.charged === 0) return false
  if (returned !== undefined && sum.isReturned !== (returned === 'true')) return false
  return verdict === undefined || sum.verdict === verdict
}

function sumsAnswer({ sums, leftOut }: ReturnType<Run['sums']>): SumsAnswer {
  const { payments, charged, verdicts, returned } = sums
  return { payments, charged, verdicts, returned, left_out: leftOut }
}

function story(call: Call, { path }: z.output<typeof storyContract>, parts: HandlerParts) {
  const all = parts.judging.run.stories(scopeOf(call, {}, parts))
  const found = all.find((told) => toldId(told) === path.id)
  if (found !== undefined) return storyDocument(toldView(found))
  throw problem('not_found', `There is no story '${maskAddress(path.id).slice(0, 80)}'`, [
    'path',
    'id',
  ])
}

function clear(call: Call, parts: HandlerParts): ReportClearedAnswer {
  const scope = scopeOf(call, {}, parts)
  const { run } = parts.judging
  const { tally, findings } = run.part(scope)
  run.clear(scope.world, (chapter) => {
    const world = parts.worlds.ready(chapter.place.world)
    if (world !== undefined) world.journal.chapter = chapter
  })
  return { requests: tally.requests, findings: findings.length }
}

/** All that was answered so far counts, also what is not written down yet. */
function scopeOf(
  { world, incoming }: Call,
  { chapter }: PartInput['query'],
  { worlds }: HandlerParts,
): RunScope {
  for (const { journal } of worlds.list()) journal.writeDown()
  // Without a world in front, the address is that of the whole sandbox.
  const isOfWorld = /^(?:https?:\/\/[^/]*)?\/w\//.test(incoming.url ?? '')
  return { world: isOfWorld ? world.name : undefined, isCurrentOnly: chapter === 'current' }
}
