import { expect, test } from 'vitest'
import { GatewayClient } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'

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

test('the page of findings begins with errors, and assumptions have code as code', async () => {
  await using sandbox = await startTestSandbox()
  const pages = new PageClient(sandbox.url)
  const { text: findings } = await pages.get('/_sandbox/findings')
  const levels = [...findings.matchAll(/<td class="tight">(error|warning|note)</g)]
  const order = ['error', 'warning', 'note']
  const places = levels.map(([, level = '']) => order.indexOf(level))
  expect(places.length).toBeGreaterThan(30)
  expect(places).toEqual(places.toSorted())
  const { text: assumptions } = await pages.get('/_sandbox/assumptions')
  expect(assumptions).not.toContain('`')
  expect(assumptions).toContain('>replay</code>')
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
  expect((await script.text()).length).toBeLessThan(16_000)
  const style = await fetch(sandbox.url + /href="([^"]+\.css)"/.exec(text)?.[1])
  expect((await style.text()).length).toBeLessThan(24_000)
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
  const places = ['https://evil.example/_sandbox', '//evil.example/_sandbox', '/_sandboxes']
  for (const _back of [...places, '/\\evil.example/_sandbox', '/_sandbox/../../\\evil.example/x']) {
    const own = await client.post('/_sandbox/act/advance', { by: '1d', _token, _back })
    expect(own.status).toBe(303)
    expect(own.headers.get('location')).toMatch(/^\/_sandbox\?notice=\d+$/)
  }
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

async function cookieOf({ url }: TestSandbox): Promise<string> {
  const { headers } = await new PageClient(url).post('/_sandbox/sign-in', { token: 'sesame' })
  return headers.get('set-cookie') ?? ''
}

test('the cookie of a signed-in browser is random, ends, and is worth nothing to another run', async () => {
  await using sandbox = await startTestSandbox({ controlToken: 'sesame' })
  const [one, other] = [await cookieOf(sandbox), await cookieOf(sandbox)]
  expect(one).toMatch(/^sandgate_\d+=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/)
  expect(one).not.toBe(other)
  const value = /=([^;]*)/.exec(one)?.[1]
  const seen = async (url: string) => {
    const Cookie = `sandgate_${new URL(url).port}=${value}`
    return (await new PageClient(url, { Cookie }).get('/_sandbox')).status
  }
  expect(await seen(sandbox.url)).toBe(200)
  await using again = await startTestSandbox({ controlToken: 'sesame' })
  expect(await seen(again.url)).toBe(401)
})

test('over TLS no other host can set the cookie', async () => {
  await using sandbox = await startTestSandbox({
    controlToken: 'sesame',
    tls: { kind: 'generated' },
  })
  const { request } = await import('node:https')
  const cookie = await new Promise((resolve, reject) => {
    const method = 'POST'
    const options = { method, rejectUnauthorized: false }
    const sent = request(`${sandbox.url}/_sandbox/sign-in`, options, (answer) => {
      answer.resume()
      resolve(answer.headers['set-cookie']?.[0])
    })
    sent.on('error', reject)
    sent.end('token=sesame')
  })
  expect(cookie).toMatch(/^__Host-sandgate_\d+=.*; Path=\/; .*; Secure$/)
})

test('who signs out is signed out on the server too', async () => {
  await using sandbox = await startTestSandbox({ controlToken: 'sesame' })
  const Cookie = (await cookieOf(sandbox)).split(';')[0] ?? ''
  const client = new PageClient(sandbox.url, { Cookie })
  const gone = await client.post('/_sandbox/sign-out', {})
  expect([gone.status, gone.headers.get('location')]).toEqual([303, '/_sandbox'])
  expect(gone.headers.get('set-cookie')).toMatch(/=; Path=\/; Max-Age=0;/)
  expect((await client.get('/_sandbox')).status).toBe(401)
})

test('a form of a stranger is short, and is not read where it is not needed', async () => {
  await using sandbox = await startTestSandbox({ controlToken: 'sesame' })
  const client = new PageClient(sandbox.url)
  const names = 'x&'.repeat(20_000)
  expect((await client.post('/_sandbox/sign-in', { token: names })).status).toBe(413)
  expect((await client.post('/_sandbox/sign-out', { _back: '%25'.repeat(10_000) })).status).toBe(
    401,
  )
  expect((await client.post('/_sandbox/act/advance', { names })).status).toBe(401)
})

test('a form with very many fields is refused before they are parsed', async () => {
  await using sandbox = await startTestSandbox()
  const url = `${sandbox.url}/_sandbox/act/advance`
  const sent = async (fields: number, form: FormData | URLSearchParams) => {
    for (let i = 0; i < fields; i++) form.append(`f${i}`, '')
    return (await fetch(url, { method: 'POST', body: form })).status
  }
  // Without its token, the form is refused once it is read.
  expect(await sent(200, new URLSearchParams())).toBe(403)
  expect(await sent(201, new URLSearchParams())).toBe(413)
  expect(await sent(200, new FormData())).toBe(403)
  expect(await sent(201, new FormData())).toBe(413)
})

test('a form that is not well-formed is refused', async () => {
  await using sandbox = await startTestSandbox()
  const sent = await fetch(`${sandbox.url}/_sandbox/act/advance`, {
    method: 'POST',
    body: 'nothing of the kind',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  })
  expect(sent.status).toBe(400)
})

test.each(['/_sandbox', '/_sandbox/live'])(
  'a host that is not ours sees nothing at %s',
  async (path) => {
    await using sandbox = await startTestSandbox()
    const { request } = await import('node:http')
    const status = await new Promise((resolve, reject) => {
      const headers = { Host: 'rebound.example', Accept: 'text/html' }
      const asked = request(sandbox.url + path, { headers }, (answer) => {
        answer.destroy()
        resolve(answer.statusCode)
      })
      asked.on('error', reject)
      asked.end()
    })
    expect(status).toBe(403)
  },
)

test('what is not there has a page with the navigation, and opens no world', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  for (const path of ['/_sandbox/nowhere', '/_sandbox/transactions/1', '/_sandbox/payments/x']) {
    const page = await client.get(path)
    expect(page.status).toBe(404)
    expect(wordsOf(page.text)).toMatch(/Reference .*Not found .* Go to the payments/)
  }
  const nowhere = await client.get('/w/blue/_sandbox/nowhere')
  expect(wordsOf(nowhere.text)).toContain('There is no page at /w/blue/_sandbox/nowhere')
  const refused = await client.get('/_sandbox/requests?status=x')
  expect(wordsOf(refused.text)).toMatch(
    /Next banking day .* Status Must be an integer .* Status x ×/,
  )
  expect(refused.text).toContain('aria-describedby="status-error"')
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

test.each(['requests', 'transactions'])(
  'a time for which there are no %s is explained with the clock of the sandbox',
  async (list) => {
    await using sandbox = await startTestSandbox()
    const { text } = await new PageClient(sandbox.url).get(`/_sandbox/${list}?since=23:00`)
    expect(wordsOf(text)).toContain('clock, now Tue 10 Mar 2026, 12:00:00; for another day')
    const wrong = await new PageClient(sandbox.url).get(`/_sandbox/${list}?since=noon`)
    expect(wordsOf(wrong.text)).toContain('From Must be a time, such as 12:01:03')
  },
)

test('where nobody judges, the pages explain it and link to the transactions', async () => {
  await using sandbox = await startTestSandbox({
    judge: false,
  })
  const client = new PageClient(sandbox.url)
  expect(wordsOf((await client.get('/_sandbox')).text)).toContain('No payments yet')
  await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': 'A-1001' })
  const home = await client.get('/_sandbox')
  expect(wordsOf(home.text)).toContain('Judging is switched off')
  expect(home.text).toContain('href="/_sandbox/transactions"')
  const report = await client.get('/_sandbox/report')
  expect(wordsOf(report.text)).toContain('Judging is switched off')
  expect(wordsOf(report.text)).not.toContain('No request reached the sandbox')
})
