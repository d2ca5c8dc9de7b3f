import { expect, test } from 'vitest'
import { drifted } from '../../../src/http/gateway/drift.ts'

const body = {
  audit: 7,
  status: {
    gateway_status_code: 0,
    gateway_status_message: 'Processed',
    transaction_status_code: 'approved',
    acquirer: { response_code: '00', response_message: 'Approved' },
  },
  _links: { self: { href: 'http://here/v1/transactions/7' } },
}

const source = { api: 'http://here/v1', seed: 7 }

test('a later version has numbers and words that no client knows, beside all that it had', () => {
  for (let audit = 1; audit <= 200; audit++) {
    const { status, ...rest } = drifted(body, audit, source) as typeof body
    expect(status.gateway_status_code).toBeGreaterThanOrEqual(700)
    expect(status.gateway_status_code).toBeLessThan(777)
    expect(status.transaction_status_code).not.toBe('approved')
    expect(status.acquirer).toMatchObject({ response_code: '00' })
    expect(rest).toMatchObject({
      audit: 7,
      _links: { ...body._links, receipt: { href: `http://here/v1/transactions/${audit}` } },
    })
  }
})

test('its members come in another order, the same for the same transaction', () => {
  const text = JSON.stringify(drifted(body, 7, source))
  expect(text).toMatch(/^\{"_links":.*"status":.*"risk_assessment":.*"audit":7\}$/)
  expect(JSON.stringify(drifted(body, 7, source))).toBe(text)
  expect(JSON.stringify(drifted(body, 7, { ...source, seed: 8 }))).not.toBe(text)
})
