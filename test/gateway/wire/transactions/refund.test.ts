import { describe, expect, test } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { faultsOf } from '../../../support/gateway-client.ts'

describe('a standalone refund', () => {
  test('is refused to a merchant who is not enabled for it', async () => {
    const merchant = { id: 1, name: 'Shop', vault: true, surcharge: undefined }
    await using gateway = await startGateway({
      merchants: [{ ...merchant, standaloneRefunds: false }],
    })
    const answer = await gateway.client.standaloneRefund()
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual(['not_refundable at body.merchant.id'])
  })
})
