import { redactAddress } from '../../../domain/redaction/redacted.ts'
import { foundIn } from '../../../insight/report/report.ts'
import { storyDocument } from '../../../insight/report/report-document.ts'
import type { Run, RunScope } from '../../../insight/run/run.ts'
import type { StorySums } from '../../../insight/run/tally.ts'
import type { StorySum } from '../../../insight/stories/story-sum.ts'
import { storyVerdicts } from '../../../insight/stories/story-verdict.ts'
import type { StoryView } from '../../../insight/stories/story-view.ts'
import type { Call } from '../../call.ts'
import type {
  ReportClearedAnswer,
  ReportQuery,
  reportCalls,
  StoriesQuery,
  SumsAnswer,
  WholeStoryAnswer,
} from '../../contract/control/calls/report.ts'
import { limit, oneOf, strict, text } from '../../contract/control/control-field.ts'
import { problem } from '../../request-problem.ts'
import { handler } from '../checked-handler.ts'
import { type Handlers, simpleHandler } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'
import { coverageAnswer, reportAnswer } from '../representation/report-representation.ts'
import { requestAnswer } from '../representation/request-representation.ts'

const chapter = oneOf(['current']).exactOptional()
const ofPart = { query: strict({ chapter }) }
const storiesQuery = strict({
  chapter,
  limit,
  verdict: oneOf(storyVerdicts).exactOptional(),
  charged: oneOf(['true']).exactOptional(),
  returned: oneOf(['true', 'false']).exactOptional(),
})

export const report: Handlers<typeof reportCalls> = {
  report: handler(ofPart, (call, { query }, parts) =>
    reportAnswer(parts.judging, scopeOf(call, query)),
  ),
  clearReport: simpleHandler(clear),
  coverage: handler(ofPart, (call, { query }, parts) =>
    coverageAnswer(parts.judging, scopeOf(call, query)),
  ),
  stories: handler({ query: storiesQuery }, (call, { query }, parts) => {
    const scope = scopeOf(call, query)
    const { run } = parts.judging
    const all = run.stories(scope)
    const { verdict, charged, returned } = query
    const isAny = (verdict ?? charged ?? returned) === undefined
    const found = isAny ? all : all.filter((one) => isWanted(one.sum(), query))
    const latest = found.slice(-query.limit).reverse()
    return {
      stories: latest.map((one) => storyDocument(one.view())),
      sums: sumsAnswer(run.part(scope).tally.stories),
    }
  }),
  story: handler({ path: strict({ id: text }) }, (call, { path }, { judging: { run } }) => {
    const found = run.stories(scopeOf(call, {})).find(({ id }) => id === path.id)
    if (found !== undefined) return wholeStory(found.view(), run)
    const shown = redactAddress(path.id).slice(0, 80)
    throw problem('not_found', `There is no story '${shown}'`, ['path', 'id'])
  }),
}

function isWanted(sum: StorySum, { verdict, charged, returned }: StoriesQuery): boolean {
  if (charged !== undefined && sum.charged === 0) return false
  if (returned !== undefined && sum.isReturned !== (returned === 'true')) return false
  return verdict === undefined || sum.verdict === verdict
}

function sumsAnswer({ payments, charged, verdicts, returned }: StorySums): SumsAnswer {
  return { payments, charged, verdicts, returned, left_out: 0 }
}

function wholeStory(view: StoryView, run: Run): WholeStoryAnswer {
  const requests = view.exchanges.map(requestAnswer)
  return { ...storyDocument(view), ended: !run.isOpen(view), requests }
}

function clear(call: Call, parts: HandlerParts): ReportClearedAnswer {
  const scope = scopeOf(call, {})
  const { run } = parts.judging
  const { tally } = run.part(scope)
  if (scope.world === undefined) call.world.environment.runCounts.restart()
  run.clear(scope.world, (chapter) => {
    const world = parts.worlds.ready(chapter.place.world)
    world?.history.turnTo(chapter)
  })
  return { requests: tally.requests, findings: foundIn(tally) }
}

function scopeOf({ world, incoming }: Call, { chapter }: ReportQuery): RunScope {
  // An address without a world prefix means the whole sandbox.
  const isOfWorld = /^(?:https?:\/\/[^/]*)?\/w\//.test(incoming.url ?? '')
  return { world: isOfWorld ? world.name : undefined, isCurrentOnly: chapter === 'current' }
}
