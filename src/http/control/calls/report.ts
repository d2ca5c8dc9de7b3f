import type * as z from 'zod'
import { storyDocument } from '../../../insight/report/report-document.ts'
import type { RunScope } from '../../../insight/run/run.ts'
import { storyVerdicts } from '../../../insight/stories/story-verdict.ts'
import type { Call } from '../../call.ts'
import type {
  CoverageAnswer,
  ReportAnswer,
  ReportClearedAnswer,
  reportCalls,
  StoriesAnswer,
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
  query: strict({ chapter, limit, verdict: oneOf(storyVerdicts).exactOptional() }),
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
  const { verdict } = query
  const all = parts.judging.run.stories(scopeOf(call, query, parts))
  const found = verdict === undefined ? all : all.filter((one) => one.verdict === verdict)
  return { stories: found.slice(-query.limit).reverse().map(storyDocument) }
}

function story(call: Call, { path }: z.output<typeof storyContract>, parts: HandlerParts) {
  const all = parts.judging.run.stories(scopeOf(call, {}, parts))
  const found = all.find(({ id }) => id === path.id)
  if (found !== undefined) return storyDocument(found)
  throw problem('not_found', `There is no story '${path.id.slice(0, 80)}'`, ['path', 'id'])
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
