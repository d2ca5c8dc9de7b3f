import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import { exampleRequest, sendAndHold } from '../../support/api-request.ts'
import { documentCheck } from '../../support/document-check.ts'
import { call, faultsOf } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

interface Root {
  readonly _links: Readonly<Record<string, { readonly href: string; readonly templated?: true }>>
}

test.each(['/v1', '/v1/', '/w/blue/v1'])('%s links to all that the API has', async (path) => {
  await using sandbox = await startTestSandbox()
  const answer = await call(sandbox.url + path)
  const api = sandbox.url + path.replace(/\/$/, '')
  expect(answer.status).toBe(200)
  const { _links } = answer.body as unknown as Root
  expect(_links).toMatchObject({
    self: { href: api },
    purchase: { href: `${api}/transactions/purchase` },
    refund: { href: `${api}/transactions/{audit}/refund`, templated: true },
    customers: { href: `${api}/customers` },
    token: { href: `${api}/customers/{customer_id}/tokens/{token_id}`, templated: true },
  })
})

test('its links are those of the assumptions, and lead somewhere', async () => {
  const paths = { ...defaultAssumptions.paths, purchase: '/buy', customer: '/people/{customer_id}' }
  await using sandbox = await startTestSandbox({ assumptions: { ...defaultAssumptions, paths } })
  const { body } = await call(sandbox.api)
  const { _links } = body as unknown as Root
  expect(_links.purchase).toEqual({ href: `${sandbox.api}/buy` })
  for (const { href } of Object.values(_links)) {
    const address = href.replace(/\{\?.*\}/, '').replaceAll(/\{\w+\}/g, '1')
    const { status, headers } = await call(address, { method: 'PUT' })
    expect([address, status, headers.allow !== undefined]).toEqual([address, 405, true])
  }
})

test('it is as the document says, good and refused, and in the journal without a name', async () => {
  const users = [{ name: 'shop', token: 'tok', merchant: 1, merchants: [1] }]
  await using sandbox = await startTestSandbox({ auth: 'required', users })
  const check = documentCheck({
    api: sandbox.api,
    assumptions: defaultAssumptions,
    auth: 'required',
  })
  const request = exampleRequest(check, 'index')
  const refused = async (headers: Record<string, string>) => {
    const answer = await sendAndHold(check, sandbox.api, { ...request, headers })
    return [answer.status, ...faultsOf(answer)]
  }
  const authorization = 'Bearer tok'
  expect(await refused({})).toEqual([401, 'unauthenticated at header.Authorization'])
  expect(await refused({ authorization, origin: 'https://shop.example' })).toEqual([
    403,
    'browser_call_refused at header.Origin',
  ])
  expect(await refused({ authorization, 'x-correlation-id': 'has a space' })).toEqual([
    422,
    'invalid_correlation_id at header.X-Correlation-Id',
  ])
  const headers = { authorization, 'x-correlation-id': 'mine' }
  const good = await sendAndHold(check, sandbox.api, { ...request, headers })
  expect(good.status).toBe(200)
  expect([...sandbox.world.history.entries()].at(-1)).toMatchObject({ operation: null })
})
