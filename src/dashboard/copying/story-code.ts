import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import { sendable } from '../../insight/copying/test-values.ts'
import type { StoryDocument as Story } from '../../insight/report/report-document.ts'
import { changesOf } from './later-moves.ts'
import { isGivenUp, storyRules } from './story-rules.ts'

/** A vitest file that lets the same happen again, and expects what should come of it. */
export function storyTest(story: Story, requests: readonly RequestAnswer[]): string {
  const rules = storyRules(story, requests).map(
    (rule) => `  await sandbox.scenarios.rule(${indented(rule, 2)})`,
  )
  const calls = requests.map(callOf)
  return `import { startSandbox } from 'sandgate'
import { expect, test } from 'vitest'

test(${JSON.stringify(titleOf(story))}, async () => {
  await using sandbox = await startSandbox()
${[...rules, ''].join('\n')}
  // What the client did. Let your own client make the payment in place of these calls.
${[...calls, ...passing(story, requests)].join('\n')}

  const stories = await sandbox.stories()
  ${expectation(story)}
})
`
}

function titleOf({ reference, verdict }: Story): string {
  const isOnce = verdict === 'paid' || isDoubled(verdict)
  return `the payment ${reference} ${isOnce ? 'is charged once' : `ends as ${verdict}`}`
}

function isDoubled(verdict: Story['verdict']): boolean {
  return verdict === 'double-charge' || verdict === 'double-refund'
}

/** What the story shows; where that is a fault of the client, the opposite. */
function expectation({ verdict }: Story): string {
  const shown = 'expect(stories.map(({ verdict }) => verdict))'
  return isDoubled(verdict)
    ? `${shown}.not.toContain('${verdict}')`
    : `${shown}.toEqual(['${verdict}'])`
}

/** What happened by itself comes with the clock. */
function passing(story: Story, requests: readonly RequestAnswer[]): readonly string[] {
  const changes = requests.flatMap((request) => changesOf(story, request))
  return changes.map(() => "  await sandbox.clock.advance('next')")
}

function callOf(entry: RequestAnswer): string {
  const { method, path, query, body, correlation_id: id } = entry.request
  const search = new URLSearchParams(query).toString()
  const address = `${path.replace(/^\/v1/, '')}${search === '' ? '' : `?${search}`}`
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
  const given = options.length === 0 ? '' : `, {\n    ${options.join(',\n    ')},\n  }`
  return `  await fetch(sandbox.api + ${JSON.stringify(address)}${given}).catch(() => undefined)`
}

/** A literal over several lines, as it stands so far in. */
function indented(value: unknown, by: number): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${' '.repeat(by)}`)
}
