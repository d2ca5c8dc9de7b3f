import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import { sendable } from '../../insight/copied-request.ts'
import type { StoryDocument as Story } from '../../insight/stories/story-view.ts'
import { changesOf } from './later-moves.ts'
import { isGivenUp, storyRules } from './story-rules.ts'
import { addressCode, type ToldAudit, toldAudits } from './told-audits.ts'

/** A vitest file that lets the same happen again, and expects what should come of it. */
export function storyTest(story: Story, requests: readonly RequestAnswer[]): string {
  const rules = storyRules(story, requests).map(
    (rule) => `  await sandbox.scenarios.rule(${indented(rule, 2)})`,
  )
  return `import { startSandbox } from 'sandgate'
import { expect, test } from 'vitest'

test(${JSON.stringify(titleOf(story))}, async () => {
  await using sandbox = await startSandbox()
${[...rules, ''].join('\n')}
  // What the client did. Let your own client make the payment in place of these calls.
${happenings(story, requests).join('\n')}

  const stories = await sandbox.stories()
  ${expectation(story)}
})
`
}

function titleOf(story: Story): string {
  const { reference, verdict } = story
  const should = isFault(story) ? faults[verdict] : undefined
  return `the payment ${reference} ${should ?? (verdict === 'paid' ? 'is charged once' : `ends as ${verdict}`)}`
}

/** The verdicts that a client is to blame for, and what a mended one does. */
const faults: Partial<Record<Story['verdict'], string>> = {
  'double-charge': 'is charged once',
  'double-refund': 'is refunded once',
  unclear: 'is looked up after a lost answer',
  'lost-sale': 'is tried again',
}

/** No client can know what the bank has yet to decide. */
function isFault({ verdict, steps }: Story): boolean {
  const isUndecided = verdict === 'unclear' && steps.some(({ status }) => status === 'unknown')
  return faults[verdict] !== undefined && !isUndecided
}

/** What the story shows; where that is a fault of the client, that a mended one does not show it. */
function expectation(story: Story): string {
  const { verdict } = story
  const shown = 'expect(stories.map(({ verdict }) => verdict))'
  return isFault(story)
    ? `${shown}.not.toContain('${verdict}')`
    : `${shown}.toEqual(['${verdict}'])`
}

/** The calls in their order, and between them what happened by itself, which comes with the clock. */
function happenings(story: Story, requests: readonly RequestAnswer[]): readonly string[] {
  const changes = new Set(requests.flatMap((request) => changesOf(story, request)))
  const calls = callsOf(requests)
  return story.steps.flatMap((step) => {
    if (changes.has(step)) return ["  await sandbox.clock.advance('next')"]
    const call = step.request === undefined ? undefined : calls.get(step.request)
    if (step.request === undefined || call === undefined) return []
    // A request can be told in more than one step, and was made once.
    calls.delete(step.request)
    return [call]
  })
}

/** Each request as a call, by its id. */
function callsOf(requests: readonly RequestAnswer[]): Map<number, string> {
  const audits = toldAudits(requests)
  return new Map(
    requests.map((request, i) => {
      const earlier = requests.slice(0, i).map(({ id }) => id)
      const known = audits.filter(({ source }) => earlier.includes(source))
      const told = audits.find(({ source }) => source === request.id)
      return [request.id, callOf(request, known, told)]
    }),
  )
}

/** A call, and what of its answer the later ones need. */
function callOf(
  entry: RequestAnswer,
  known: readonly ToldAudit[],
  told: ToldAudit | undefined,
): string {
  const sent = `fetch(sandbox.api + ${addressOf(entry, known)}${optionsOf(entry)})`
  if (told?.member !== undefined) {
    return `  const ${told.name} = await ${sent}
    .then(async (answer) => JSON.parse(await answer.text())${told.member})
    .catch(() => undefined)`
  }
  const call = `  await ${sent}.catch(() => undefined)`
  return told === undefined
    ? call
    : `${call}
  // Its answer is lost: only the sandbox can tell what it made.
  const ${told.name} = (await sandbox.transactions({ limit: 1 }))[0]?.audit`
}

function addressOf({ request }: RequestAnswer, known: readonly ToldAudit[]): string {
  const search = new URLSearchParams(request.query).toString()
  return addressCode(request.path.replace(/^\/v1/, ''), search, known)
}

function optionsOf(entry: RequestAnswer): string {
  const { method, body, correlation_id: id } = entry.request
  const headers = {
    ...(body !== null && { 'Content-Type': 'application/json' }),
    ...(id !== null && { 'X-Correlation-Id': id }),
  }
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${indented(headers, 4)}`]),
    ...(body === null ? [] : [`body: JSON.stringify(${indented(sendable(body), 4)})`]),
    ...(isGivenUp(entry) ? ['signal: AbortSignal.timeout(1000)'] : []),
  ]
  return options.length === 0 ? '' : `, {\n    ${options.join(',\n    ')},\n  }`
}

/** A literal over several lines, as it stands so far in. */
function indented(value: unknown, by: number): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${' '.repeat(by)}`)
}
