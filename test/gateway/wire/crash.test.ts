import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { call } from '../../support/gateway-client.ts'

const INTERNAL = {
  errors: [
    {
      error_code: 'internal_error',
      error_message: 'Internal error in the sandbox; see its log',
      location: [],
    },
  ],
}

test('a crash in a handler is a 500 in the shape of every error, and the server continues', async () => {
  await using gateway = await startGateway()
  const { client, world, logs } = gateway
  const { body } = await client.purchase()
  const line = world.records.line('transactions', body.audit) ?? ''
  const broken = line.slice(0, line.indexOf('"kind"'))
  world.commit([{ table: 'transactions', key: body.audit, line: broken }])
  const answer = await client.lookup(body.audit, { 'x-correlation-id': 'c-1' })
  expect(answer.status).toBe(500)
  expect(answer.headers['x-correlation-id']).toBe('c-1')
  expect(answer.body).toEqual(INTERNAL)
  expect(logs).toHaveLength(1)
  expect(logs[0]).toMatch(/^A request failed inside the sandbox: SyntaxError: .+\n\s+at /)
  expect((await client.void(body.audit)).status).toBe(500)
  expect((await client.purchase()).status).toBe(200)
})

test('a world that cannot be opened is a 500 as well', async () => {
  const data = await mkdtemp(join(tmpdir(), 'sandgate-'))
  try {
    await using gateway = await startGateway({ data, keepWorlds: true })
    const { url, logs } = gateway
    // Where the world's folder should be, there is a file.
    await writeFile(join(data, 'worlds', 'broken'), '')
    const headers = { 'x-correlation-id': 'c-1' }
    const answer = await call(`${url}/w/broken/v1/transactions/1`, { headers })
    expect(answer.status).toBe(500)
    expect(answer.headers['x-correlation-id']).toBe('c-1')
    expect(answer.body.errors[0]?.error_message).toBe(
      `${join(data, 'worlds', 'broken')} cannot be used: a part of the path is not a folder (ENOTDIR)`,
    )
    expect(logs).toHaveLength(1)
    expect((await call(`${url}/w/whole/v1/transactions/1`)).status).toBe(404)
  } finally {
    await rm(data, { recursive: true, maxRetries: 10 })
  }
})
