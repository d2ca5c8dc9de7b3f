import { expect, test } from 'vitest'
import { ControlClient } from '../../support/control-client.ts'
import { paidBody } from '../../support/gateway-client.ts'
import { bodiesIn, rawAnswers } from '../../support/raw-http.ts'
import { startTestSandbox } from '../../support/start.ts'

function asking(line: string, ...headers: readonly string[]): string {
  return [`${line} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n')
}

test('an absolute address is checked like a Host header', async () => {
  await using sandbox = await startTestSandbox()
  const { host, port } = new URL(sandbox.url)
  const answerTo = async (target: string, ...headers: readonly string[]) => {
    const [answer] = bodiesIn(await rawAnswers(port, asking(`GET ${target}`, ...headers)))
    return answer
  }
  const status = '/_sandbox/clock'
  expect(await answerTo(`http://${host}${status}`, `Host: ${host}`)).toMatchObject([200, {}])
  expect(await answerTo(`HTTP://${host}?x=1`, `Host: ${host}`)).toMatchObject([200, {}])
  const strange = [403, { errors: [{ error_code: 'forbidden_host' }] }]
  expect(await answerTo(`http://other.host${status}`, 'Host: other.host')).toMatchObject(strange)
  const two = [400, { errors: [{ error_code: 'malformed_request' }] }]
  for (const target of [`http://other.host${status}`, `http://me@${host}${status}`]) {
    expect(await answerTo(target, `Host: ${host}`)).toMatchObject(two)
  }
})

test.each(['localhost:', '127.0.0.1:'])('%s is a host without a port', async (host) => {
  await using sandbox = await startTestSandbox()
  const { port } = new URL(sandbox.url)
  const text = await rawAnswers(port, asking('GET /_sandbox/clock', `Host: ${host}`))
  expect(bodiesIn(text)).toMatchObject([[200, {}]])
})

test.each(['/v1/../_sandbox/state'])(
  'the control API asks for its token at %s too',
  async (path) => {
    await using sandbox = await startTestSandbox({ controlToken: 'secret' })
    const { port } = new URL(sandbox.url)
    const text = await rawAnswers(port, asking(`GET ${path}`, 'Host: 127.0.0.1'))
    expect(bodiesIn(text)).toMatchObject([[401, { errors: [{ error_code: 'unauthenticated' }] }]])
  },
)

test.each(['gzip, chunked', 'chunked, chunked', 'x-own, chunked'])(
  'a body sent with Transfer-Encoding: %s is refused, and changes nothing',
  async (encoding) => {
    await using sandbox = await startTestSandbox()
    const control = new ControlClient(sandbox.url)
    const text = JSON.stringify(paidBody())
    const size = Buffer.byteLength(text).toString(16)
    const headers = [
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      'X-Correlation-Id: one',
      `Transfer-Encoding: ${encoding}`,
    ]
    const bytes = `${asking('POST /v1/transactions/purchase', ...headers)}${size}\r\n${text}\r\n0\r\n\r\n`
    const answers = await rawAnswers(new URL(sandbox.url).port, bytes)
    const [[status, body] = []] = bodiesIn(answers) as [[number, object]]
    expect([400, 415]).toContain(status)
    expect(body).toMatchObject({ errors: [{ error_message: expect.any(String) }] })
    const { body: list } = await control.get('/transactions')
    expect(list).toMatchObject({ transactions: [] })
  },
)
