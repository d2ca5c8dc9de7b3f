import { expect, test } from 'vitest'
import { sandgate } from '../support/command.ts'
import { ControlClient } from '../support/control-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

function manyRules(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    name: `rule ${i}`,
    when: { reference: `order-${i}-*` },
    outcome: { response_code: '51' },
  }))
}

/** How many rows the tables of rules have together. */
function rowsIn(page: string): number {
  return page.split('data-label="Applied"').length - 1
}

test('of thousands of rules the page shows the first', async () => {
  await using sandbox = await startTestSandbox()
  await new ControlClient(sandbox.url).post('/scenarios', { name: 'big', rules: manyRules(2000) })
  const { text } = await new PageClient(sandbox.url).get('/_sandbox/scenarios')
  expect(rowsIn(text)).toBeLessThan(300)
  expect(wordsOf(text)).toContain('1,800 more rules, not shown.')
  expect(wordsOf(text)).toContain('npx sandgate magic')
})

test('a rule that waits for a thousand values shows the first of them', async () => {
  await using sandbox = await startTestSandbox()
  const reference = Array.from({ length: 1000 }, (_, i) => `*a${i}*`)
  const rules = [{ name: 'wide', when: { reference }, outcome: { response_code: '51' } }]
  await new ControlClient(sandbox.url).post('/scenarios', { name: 'wide', rules })
  const { text } = await new PageClient(sandbox.url).get('/_sandbox/scenarios')
  expect(text).toContain('*a19* or 980 others')
})

test('the form of an explanation has every field of the command, and they count', async () => {
  await using sandbox = await startTestSandbox()
  const pages = new PageClient(sandbox.url)
  const { text } = await pages.get('/_sandbox/scenarios')
  const form = text.slice(text.indexOf('id="explain-form"'))
  const { stdout } = await sandgate(['scenario', 'explain', '--help'])
  const options = [...stdout.matchAll(/^ {2}--([a-z-]+) </gm)].map(([, name = '']) => name)
  const wanted = options.filter((name) => name !== 'url' && name !== 'world')
  expect(wanted.length).toBeGreaterThan(15)
  for (const name of wanted) expect(form).toContain(`name="${name.replaceAll('-', '_')}"`)
  const rules = [
    { name: 'shop', when: { merchant: 7, kvp: { a: 'b' } }, outcome: { response_code: '51' } },
  ]
  await new ControlClient(sandbox.url).post('/scenarios', { name: 'mine', rules })
  const explained = await pages.get('/_sandbox/scenarios?explain=1&merchant=7&kvp=a%3Db')
  expect(wordsOf(explained.text)).toContain('mine/shop : declined 51')
  expect(wordsOf(explained.text)).not.toContain('This time')
})

test('an explanation has the outcome of a sequence that comes next', async () => {
  await using sandbox = await startTestSandbox()
  const rules = [{ outcome: { sequence: [{ response_code: '51' }, { status: 'unknown' }] } }]
  await new ControlClient(sandbox.url).post('/scenarios', { name: 'mine', rules })
  const pages = new PageClient(sandbox.url)
  const { text } = await pages.get('/_sandbox/scenarios?explain=1&amount=100')
  expect(wordsOf(text)).toContain('This time: declined 51 (Insufficient funds)')
})

test('a pasted scenario of more than 64 KB is refused', async () => {
  await using sandbox = await startTestSandbox()
  const pages = new PageClient(sandbox.url)
  const flow = `name: flow\nrules: [${'{outcome: {response_code: "51"}}, '.repeat(5000)}]`
  expect((await pages.send('/_sandbox', 'paste', { text: flow })).status).toBe(413)
})

test('of many faults the first are shown', async () => {
  await using sandbox = await startTestSandbox()
  const rules = JSON.stringify({ name: 'big', rules: manyRules(400) })
  const text = rules.replaceAll('response_code', 'response_kode')
  const page = await new PageClient(sandbox.url).send('/_sandbox', 'paste', { text })
  expect(page.notice).toContain('400 errors')
  expect(page.text.split('class="complaint"')).toHaveLength(51)
})
