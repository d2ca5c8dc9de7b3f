import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { connectSandbox, startSandbox } from 'sandgate'
import request from 'supertest'
import { app } from './app.mjs'

const sandbox = process.env.SANDGATE_URL ? await connectSandbox() : await startSandbox()
process.env.GATEWAY_URL ??= sandbox.api

after(() => sandbox.close())
beforeEach(({ name }) => sandbox.reset({ label: name }))

test('an order is paid', async () => {
  const { text } = await request(app).post('/order-1')
  assert.equal(text, 'approved')
})

test('a declined card is shown', async () => {
  await sandbox.scenarios.rule({ outcome: { response_code: '51' } })
  const { text } = await request(app).post('/order-1')
  assert.equal(text, 'declined')
})
