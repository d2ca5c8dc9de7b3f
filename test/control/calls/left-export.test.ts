import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { stateChunks } from '../../../src/control/run-lines.ts'
import { stateDocument } from '../../../src/gateway/store/image/image-reader.ts'
import { ControlClient } from '../../support/control-client.ts'
import { startTestSandbox } from '../../support/start.ts'

test('a client that leaves in the middle of an export is no failure of the sandbox', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  await control.post('/seed', { transactions: 8000 })
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
  socket.write('GET /_sandbox/state HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'readable')
  socket.resetAndDestroy()
  // The server knows of it by then.
  for (let call = 0; call < 3; call += 1) await control.get('/health')
  expect(sandbox.logs).toEqual([])
})

test('other requests have their turn between the pieces of an export', async () => {
  await using sandbox = await startTestSandbox()
  await new ControlClient(sandbox.url).post('/seed', { transactions: 3000 })
  const seen: number[] = []
  let turns = 0
  for await (const _piece of stateChunks(sandbox.world, { stateDocument })) {
    seen.push(turns)
    setImmediate(() => {
      turns += 1
    })
  }
  expect(seen.length).toBeGreaterThan(2)
  expect(seen).toEqual([...seen.keys()])
})
