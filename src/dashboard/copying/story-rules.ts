import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { StoryDocument as Story } from '../../insight/report/report-document.ts'
import { paidIn } from '../words/request.ts'
import { isMaking, laterMoves } from './later-moves.ts'

export interface StoryRule {
  readonly when: Readonly<Record<string, string>>
  readonly outcome: Readonly<Record<string, unknown>>
}

/** What made a story go as it went: a rule for each of its requests, met once and in order. */
export function storyRules(story: Story, requests: readonly RequestAnswer[]): readonly StoryRule[] {
  return requests.flatMap((request) => {
    const resolves = laterMoves(story, request)
    if (request.operation === null || (request.rule === null && resolves.length === 0)) return []
    const outcome = { ...outcomeOf(request), ...(resolves.length > 0 && { resolves }) }
    if (!isMaking(request) && Object.keys(outcome).length === 0) return []
    return [{ when: whenOf(request), outcome }]
  })
}

function whenOf(request: RequestAnswer): StoryRule['when'] {
  const { reference } = paidIn(request)
  return {
    operation: request.operation ?? 'purchase',
    ...(reference !== '' && { reference }),
  }
}

const written = ['declined', 'pending', 'error', 'unknown']

/** As the author of a scenario would write what came of a request. */
export function outcomeOf(request: RequestAnswer): StoryRule['outcome'] {
  const { fault, outcome, answer, duration } = request
  const status = isMaking(request) ? written.find((word) => word === outcome) : undefined
  const code = codeOf(answer.body)
  return {
    ...(status !== undefined && { status }),
    ...(status === 'declined' && code !== undefined && { response_code: code }),
    ...(fault !== null && { fault }),
    ...(isTooLate(request) && { delay: `${Math.ceil(duration)}ms` }),
  }
}

/** Its client had left when the answer came. */
function isTooLate({ fault, answer }: RequestAnswer): boolean {
  return fault === null && answer.status === null
}

/** Whether its client gave up, so that whoever sends it again has to. */
export function isGivenUp(request: RequestAnswer): boolean {
  const { fault } = request
  return isTooLate(request) || (fault !== null && 'hang' in fault)
}

function codeOf(body: unknown): string | undefined {
  const { status } = (body ?? {}) as { status?: { acquirer?: { response_code?: unknown } } }
  const code = status?.acquirer?.response_code
  return typeof code === 'string' ? code : undefined
}
