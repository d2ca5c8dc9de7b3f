import { expect, test } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

/** What a page is told, one message after the other. */
async function* messages(url: string): AsyncGenerator<Record<string, string | null>> {
  const { body } = await fetch(url)
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    yield JSON.parse(text.replace('data: ', ''))
  }
}

test('pages hear which worlds changed, and which are gone', async () => {
  await using sandbox = await startTestSandbox()
  const told = messages(`${sandbox.url}/_sandbox/live`)
  const next = async () => (await told.next()).value
  expect(await next()).toEqual({ default: expect.any(String) })
  await new GatewayClient(`${sandbox.url}/w/side/v1`).purchase()
  expect(await next()).toEqual({ side: expect.any(String) })
  await new ControlClient(sandbox.url).delete('/worlds/side')
  let last = await next()
  // It may have changed once more before it was gone.
  while (last?.side !== null) last = await next()
  expect(last).toEqual({ side: null })
  await told.return(undefined)
})
