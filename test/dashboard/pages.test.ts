import { expect, test } from 'vitest'
import { defaultSettings } from '../../src/runtime/config/settings.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

const paths = [
  '',
  '/requests',
  '/clock',
  '/scenarios',
  '/customers',
  '/docs',
  '/worlds',
  '/assumptions',
]

test.each(paths)('%s is a page with the navigation, for a browser', async (path) => {
  await using sandbox = await startTestSandbox()
  const page = await new PageClient(sandbox.url).get(`/_sandbox${path}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const navigation = /<nav class="sections".*?<\/nav>/s.exec(page.text)?.[0] ?? ''
  expect(wordsOf(navigation)).toBe('Payments Requests Clock Scenarios Vault Report Reference')
  expect(page.text).toMatch(/<a href="\/_sandbox\/worlds">Worlds<\/a>/)
  expect(page.text).toMatch(/<a href="\/_sandbox\/assumptions">Assumptions<\/a>/)
})

test('the assumptions have the words of the command', async () => {
  await using sandbox = await startTestSandbox()
  const { text } = await new PageClient(sandbox.url).get('/_sandbox/assumptions')
  expect(wordsOf(text)).toMatch(/ Assumed .* Specified /)
  expect(text).not.toContain('our choice')
})

test('programs still get JSON at the same addresses', async () => {
  await using sandbox = await startTestSandbox()
  for (const path of ['', '/calls', '/requests', '/clock', '/scenarios']) {
    const answer = await fetch(`${sandbox.url}/_sandbox${path}`)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  }
})

test('a call that has no page answers a browser with its JSON', async () => {
  await using sandbox = await startTestSandbox()
  const page = await new PageClient(sandbox.url).get('/_sandbox/snapshots')
  expect(JSON.parse(page.text)).toEqual({ snapshots: [] })
})

test('pages allow no inline script or style, no other host and no frame', async () => {
  await using sandbox = await startTestSandbox()
  const { headers, text } = await new PageClient(sandbox.url).get('/_sandbox')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("style-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(text).not.toMatch(/<style|style="|<script>|javascript:| on\w+="/)
  expect(text).not.toMatch(/(?:src|href)="https?:/)
})

test('script and style are small, and the pages refer to them by their content', async () => {
  await using sandbox = await startTestSandbox()
  const { text } = await new PageClient(sandbox.url).get('/_sandbox')
  const address = /src="([^"]+\.js)"/.exec(text)?.[1]
  const script = await fetch(sandbox.url + address)
  expect(script.headers.get('cache-control')).toContain('immutable')
  expect((await script.text()).length).toBeLessThan(60_000)
  const style = await fetch(sandbox.url + /href="([^"]+\.css)"/.exec(text)?.[1])
  expect((await style.text()).length).toBeLessThan(30_000)
})

test('what a stranger wrote is text, not markup', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const stranger = '(<img src=x onerror=alert(1)>)'
  await gateway.post('/transactions/purchase', { [stranger]: stranger })
  const { text } = await new PageClient(sandbox.url).get('/_sandbox/requests/1')
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(text).not.toContain('<img')
})

test('a wrong address is a page with the navigation and makes no world', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  for (const path of ['/w/typo/_sandbox/nowhere', '/w/typo/_sandbox', '/w/typo/_sandbox/docs']) {
    const page = await client.get(path)
    expect(page.status).toBe(404)
    expect(page.text).toContain('href="/_sandbox/requests"')
  }
  expect(sandbox.running.worlds.list().map(({ name }) => name)).toEqual(['default'])
})

test('a page that refreshes itself does not bring a removed world back', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  const live = { 'X-Sandbox-Live': '1' }
  await client.send('/_sandbox', 'create-world', { name: 'blue' })
  expect((await client.get('/w/blue/_sandbox')).status).toBe(200)
  expect((await client.get('/w/blue/_sandbox', live)).status).toBe(200)
  await client.send('/_sandbox', 'remove-world', { name: 'blue' })
  expect((await client.get('/w/blue/_sandbox', live)).status).toBe(404)
  expect(sandbox.running.worlds.list().map(({ name }) => name)).toEqual(['default'])
})

test('a form needs the token of its page, and no other site may send one', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  const forged = await client.post('/_sandbox/act/advance', { by: '1d' })
  expect(forged.status).toBe(403)
  const { text } = await client.get('/_sandbox')
  const _token = /name="_token" value="(\w+)"/.exec(text)?.[1] ?? ''
  const foreign = { Origin: 'https://elsewhere.example' }
  const cross = await client.post('/_sandbox/act/advance', { by: '1d', _token }, foreign)
  expect(cross.status).toBe(403)
  const elsewhere = { by: '1d', _token, _back: 'https://elsewhere.example/_sandbox' }
  const own = await client.post('/_sandbox/act/advance', elsewhere)
  expect(own.status).toBe(303)
  expect(own.headers.get('location')).toMatch(/^\/_sandbox\?notice=\d+$/)
})

test('with a control token, pages are for who signs in', async () => {
  await using sandbox = await startTestSandbox({ controlToken: 'open sesame' })
  const client = new PageClient(sandbox.url)
  const door = await client.get('/_sandbox/requests?status=200')
  expect(door.status).toBe(401)
  expect(door.text).toContain('Sign in')
  expect(door.text).not.toContain('<nav')
  expect((await client.post('/_sandbox/sign-in', { token: 'guess' })).status).toBe(401)
  expect((await client.get('/_sandbox/live')).status).toBe(401)
  const _back = '/_sandbox/requests?status=200'
  const welcome = await client.post('/_sandbox/sign-in', { token: 'open sesame', _back })
  expect(welcome.headers.get('location')).toBe(_back)
  const cookie = welcome.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/)
  expect(cookie).not.toContain('sesame')
  const signedIn = new PageClient(sandbox.url, { Cookie: cookie.split(';')[0] ?? '' })
  expect((await signedIn.get(_back)).status).toBe(200)
})

test('a host that is not ours sees no page', async () => {
  await using sandbox = await startTestSandbox()
  const { request } = await import('node:http')
  const status = await new Promise((resolve, reject) => {
    const headers = { Host: 'rebound.example', Accept: 'text/html' }
    const asked = request(`${sandbox.url}/_sandbox`, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })
  expect(status).toBe(403)
})

test('what is not there is told within the usual frame, and opens no world', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  for (const path of ['/_sandbox/nowhere', '/_sandbox/transactions/1', '/_sandbox/stories/x']) {
    const page = await client.get(path)
    expect(page.status).toBe(404)
    expect(wordsOf(page.text)).toMatch(/Next banking day .* Not found .* Go to the payments/)
  }
  const refused = await client.get('/_sandbox/requests?status=x')
  expect(refused.status).toBe(422)
  expect(wordsOf(refused.text)).toContain('Next banking day')
  const side = await client.get('/w/side/_sandbox/nowhere')
  expect(side.status).toBe(404)
  expect(wordsOf(side.text)).not.toContain('Next banking day')
  const answer = await fetch(`${sandbox.url}/_sandbox/worlds`)
  expect(await answer.json()).toMatchObject({ worlds: [{ name: 'default' }] })
})

test.each(['%3Cscript%3Ealert(1)%3C%2Fscript%3E', '4111111111111111', 'a'.repeat(41)])(
  'a world that cannot be, %s, is refused, and the links lead back',
  async (name) => {
    await using sandbox = await startTestSandbox()
    const page = await new PageClient(sandbox.url).get(`/w/${name}/_sandbox`)
    expect(page.status).toBe(422)
    expect(page.text).toContain('<a href="/_sandbox">Go to the payments</a>')
    expect(page.text).not.toContain(`/w/${name}`)
    expect(page.text).not.toMatch(/<script>|4111111111111111/)
  },
)

test('where nobody judges, the pages say so and list the transactions', async () => {
  await using sandbox = await startTestSandbox({
    report: { ...defaultSettings.report, judge: false },
  })
  const client = new PageClient(sandbox.url)
  expect(wordsOf((await client.get('/_sandbox')).text)).toContain('No payments yet')
  await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': 'A-1001' })
  const home = await client.get('/_sandbox')
  expect(wordsOf(home.text)).toMatch(/Judging is switched off .* 1000001 purchase A-1001 approved/)
  expect(home.text).toContain('href="/_sandbox/transactions/1000001"')
  const report = await client.get('/_sandbox/report')
  expect(wordsOf(report.text)).toContain('Judging is switched off')
  expect(wordsOf(report.text)).not.toContain('No request reached the sandbox')
})
