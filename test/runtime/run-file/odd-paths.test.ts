import { expect, test } from 'vitest'
import type { RequestsResponse } from '../../../src/control/contract/calls/requests.ts'
import { readRun } from '../../../src/runtime/run-file/read-run.ts'
import { ControlClient } from '../../support/control-client.ts'
import { rawAnswers } from '../../support/raw-http.ts'
import { recordedRun } from './recorded-run.ts'

const odd = [
  ...['//v1/transactions/purchase', '//v1', '///v1', '////v1/x', '/v1//x', '/v1x', '/v1/'],
  ...['/%ff', '/v1/..%2f', '/v1/%2f..', '/v1/%0a%0d', '/v1/\u0085', '/v1/a:b@c;d', '/%5fsandbox/x'],
  ...['//127.0.0.1:9/x', '//_sandbox/reset', '///_sandbox/reset', '//', '///', '//v1@host/x'],
  ...['/w/a//v1/x', '/w/a//_sandbox/reset', '/w/a/w/b/_sandbox/reset', '//w/a/v1/x', '/w/a'],
  ...[
    '/v1/4111%0a1111%0a1111%0a1111',
    '/v1/4111%2e%2e1111',
    '/v1/%2541',
    '/_sandboxes',
    '/v1/x/../y',
  ],
  ...['/v1/...', '/v1/.x', '/v1/x./y', '/v1/|"<>^`{}', "/v1/'x'", '/v1/x?a=//b', '*', '/v1/\u00a0'],
]

test('a run with requests to odd paths is readable again, with all of them', async () => {
  let shown: readonly string[] = []
  let saved = ''
  const { text, requests } = await recordedRun(async ({ url }) => {
    const { port, host } = new URL(url)
    // The world must be there: unknown paths do not make one.
    const control = new ControlClient(url)
    await control.post('/worlds', { name: 'a' })
    for (const path of odd) {
      const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      const answer = await rawAnswers(port, Buffer.from(head, 'latin1'))
      expect(answer, path).toMatch(/^HTTP\/1\.1 (?:200|302|4\d\d) /)
    }
    const { status, body } = await control.get('/requests?limit=200')
    expect(status).toBe(200)
    shown = (body as RequestsResponse).requests.map(({ request }) => request.path)
    saved = await (await fetch(`${url}/_sandbox/run`)).text()
  })
  expect(shown).toContain('//v1/transactions/purchase')
  expect(shown).toContain('/%2F127.0.0.1:9/x')
  expect(requests).toHaveLength(shown.length)
  await expect(readRun('run.jsonl', saved)).resolves.toBeDefined()
  await expect(readRun('run.jsonl', text)).resolves.toBeDefined()
})
