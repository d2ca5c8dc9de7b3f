import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import { sendable } from '../../insight/copying/test-values.ts'
import type { StoryDocument as Story } from '../../insight/report/report-document.ts'
import { storyRules } from './story-rules.ts'

/** A vitest file that lets the same happen again, and expects the payment to end well. */
export function storyTest(story: Story, requests: readonly RequestAnswer[]): string {
  const title = JSON.stringify(`the payment ${story.reference} is charged once`)
  const rules = storyRules(requests).map(
    (rule) => `  await sandbox.scenarios.rule(${indented(rule, 2)})`,
  )
  const calls = requests.map(callOf)
  return `import { startSandbox } from 'sandgate'
import { expect, test } from 'vitest'

test(${title}, async () => {
  await using sandbox = await startSandbox()
${[...rules, ''].join('\n')}
  // What the client did. Let your own client make the payment in place of these calls.
${calls.join('\n')}

  const stories = await sandbox.stories()
  expect(stories.map(({ verdict }) => verdict)).not.toContain('double-charge')
})
`
}

function callOf({ request }: RequestAnswer): string {
  const { method, path, query, body, correlation_id: id } = request
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
  ]
  const given = options.length === 0 ? '' : `, {\n    ${options.join(',\n    ')},\n  }`
  return `  await fetch(sandbox.api + ${JSON.stringify(address)}${given}).catch(() => undefined)`
}

/** A literal over several lines, as it stands so far in. */
function indented(value: unknown, by: number): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${' '.repeat(by)}`)
}
