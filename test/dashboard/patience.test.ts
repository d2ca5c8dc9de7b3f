import { expect, test } from 'vitest'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

test('who waits no longer for an answer hangs up, and the story says when', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  const rule = 'when: { operation: purchase }\noutcome: { fault: { at: after, hang: true } }\n'
  await client.send('/_sandbox', 'rule', { text: rule })
  const page = await client.send('/_sandbox', 'purchase')
  expect(page.notice).toContain('No answer within 1.5 s.')
  await expect
    .poll(async () => wordsOf((await client.get('/_sandbox')).text))
    .toMatch(/the client stopped waiting after 1\.[56] s, after the money moved Unclear/)
})
