import { writeFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** What everything is measured against: a server that parses what it gets and gives it back. */

const [port = '0', readyFile] = process.argv.slice(2)
const app = new Hono()
app.get('/', (context) => context.json({ status: 'ok' }))
app.post('*', async (context) => context.json(await context.req.json()))
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, (address) => {
  const url = `http://127.0.0.1:${address.port}`
  if (readyFile) writeFileSync(readyFile, `${JSON.stringify({ url })}\n`)
})
