import { expect } from '@playwright/test'
import { test } from './fixtures.mjs'

test('an order is paid', async ({ request }) => {
  const response = await request.post('/order-1')
  expect(await response.text()).toBe('approved')
})

test('a declined card is shown', async ({ request, sandbox }) => {
  await sandbox.scenarios.rule({ outcome: { response_code: '51' } })
  const response = await request.post('/order-1')
  expect(await response.text()).toBe('declined')
})
