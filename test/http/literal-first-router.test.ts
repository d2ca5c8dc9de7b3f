import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { LiteralFirstRouter } from '../../src/http/literal-first-router.ts'

function app(): Hono {
  const hono = new Hono({ router: new LiteralFirstRouter() })
  hono.use('/seen/*', async (context, next) => {
    await next()
    context.res.headers.set('x-seen', 'yes')
  })
  hono.all('/things/:id', (context) => context.text(`thing ${context.req.param('id')}`))
  hono.all('/things/:id/parts', (context) => context.text(`parts of ${context.req.param('id')}`))
  hono.get('/things/new', (context) => context.text('a new one'))
  hono.post('/things/new', (context) => context.text('made'))
  hono.get('/seen/here', (context) => context.text('here'))
  hono.get('/seen/:name', (context) => context.text(`seen ${context.req.param('name')}`))
  return hono
}

test.each([
  ['GET', '/things/7', 'thing 7'],
  ['GET', '/things/7/parts', 'parts of 7'],
  ['POST', '/things/7', 'thing 7'],
  ['GET', '/seen/here', 'here'],
  ['GET', '/seen/there', 'seen there'],
])('%s %s is served, every time', async (method, path, answer) => {
  const hono = app()
  for (let i = 0; i < 3; i += 1) {
    const response = await hono.request(path, { method })
    expect(await response.text()).toBe(answer)
    expect(response.headers.get('x-seen')).toBe(path.startsWith('/seen/') ? 'yes' : null)
  }
})

test('a literal path asks each method for its own handlers, in the order in which they came', async () => {
  const hono = new Hono({ router: new LiteralFirstRouter() })
  hono.get('/one', (context) => context.text('got'))
  hono.post('/one', (context) => context.text('posted'))
  hono.all('/:other', (context) => context.text('other'))
  expect(await (await hono.request('/one')).text()).toBe('got')
  expect(await (await hono.request('/one', { method: 'POST' })).text()).toBe('posted')
  expect(await (await hono.request('/one', { method: 'PUT' })).text()).toBe('other')
  expect((await hono.request('/one/two')).status).toBe(404)
})
