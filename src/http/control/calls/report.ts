import type * as z from 'zod'
import { maskAddress } from '../../../domain/card/hidden-number.ts'
import { foundIn } from '../../../insight/report/report.ts'
import { storyDocument } from '../../../insight/report/report-document.ts'
import type { RunScope } from '../../../insight/run/run.ts'
import type { StorySums } from '../../../insight/run/story-sums.ts'
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
  return reportAnswer(parts.judging, scopeOf(call, query))
}

function coverage(call: Call, { query }: PartInput, parts: HandlerParts): CoverageAnswer {
  return coverageAnswer(parts.judging, scopeOf(call, query))
}

function stories(
  call: Call,
  { query }: z.output<typeof storiesContract>,
  parts: HandlerParts,
): StoriesAnswer {
  const scope = scopeOf(call, query)
  const { run } = parts.judging
  const all = run.stories(scope)
  const { verdict, charged, returned } = query
  const isAny = (verdict ?? charged ?? returned) === undefined
  const found = isAny ? all : all.filter((one) => isWanted(one.sum(), query))
  return {
    stories: found
      .slice(-query.limit)
      .reverse()
      .map((one) => storyDocument(one.view())),
    sums: sumsAnswer(run.part(scope).tally.stories),
  }
}

function isWanted(sum: StorySum, { verdict, charged, returned }: StoriesQuery): boolean {
  if (charged !== undefined && sum.charged === 0) return false
  if (returned !== undefined && sum.isReturned !== (returned === 'true')) return false
  return verdict === undefined || sum.verdict === verdict
}

function sumsAnswer({ payments, charged, verdicts, returned }: StorySums): SumsAnswer {
  return { payments, charged, verdicts, returned, left_out: 0 }
}

function story(call: Call, { path }: z.output<typeof storyContract>, parts: HandlerParts) {
  const all = parts.judging.run.stories(scopeOf(call, {}))
  const found = all.find(({ id }) => id === path.id)
  if (found !== undefined) return storyDocument(found.view())
  throw problem('not_found', `There is no story '${maskAddress(path.id).slice(0, 80)}'`, [
    'path',
    'id',
  ])
}

function clear(call: Call, parts: HandlerParts): ReportClearedAnswer {
  const scope = scopeOf(call, {})
  const { run } = parts.judging
  const { tally } = run.part(scope)
  run.clear(scope.world, (chapter) => {
    const world = parts.worlds.ready(chapter.place.world)
    world?.history.turnTo(chapter)
  })
  return { requests: tally.requests, findings: foundIn(tally) }
}

function scopeOf({ world, incoming }: Call, { chapter }: PartInput['query']): RunScope {
  // Without a world in front, the address is that of the whole sandbox.
  const isOfWorld = /^(?:https?:\/\/[^/]*)?\/w\//.test(incoming.url ?? '')
  return { world: isOfWorld ? world.name : undefined, isCurrentOnly: chapter === 'current' }
}
