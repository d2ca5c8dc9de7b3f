import { expect, test } from 'vitest'
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

function yamlOf(name: string, count: number): string {
  const rules = manyRules(count).map(
    (rule) =>
      `  - name: ${rule.name}\n    when: { reference: "${rule.when.reference}" }\n    outcome: { response_code: "51" }\n`,
  )
  return `name: ${name}\nrules:\n${rules.join('')}`
}

/** How many rows the tables of rules have together. */
function rowsIn(page: string): number {
  return page.split('data-label="Met"').length - 1
}

test('of thousands of rules the page shows some, and those with the wanted words', async () => {
  await using sandbox = await startTestSandbox()
  await new ControlClient(sandbox.url).post('/scenarios', { name: 'big', rules: manyRules(3000) })
  const pages = new PageClient(sandbox.url)
  const all = await pages.get('/_sandbox/scenarios')
  expect(rowsIn(all.text)).toBe(200)
  expect(wordsOf(all.text)).toContain('2,800 more rules: look for one by its words above.')
  expect(wordsOf(all.text)).toContain('npx sandgate cards')
  const found = await pages.get('/_sandbox/scenarios?find=ORDER-2718-')
  expect(rowsIn(found.text)).toBe(1)
  expect(found.text).toContain('rule 2718')
  const none = await pages.get('/_sandbox/scenarios?find=nothing+has+this')
  expect(rowsIn(none.text)).toBe(0)
  expect(wordsOf(none.text)).toContain('No rule has these words.')
})

test('a rule that waits for a thousand values shows the first of them', async () => {
  await using sandbox = await startTestSandbox()
  const reference = Array.from({ length: 1000 }, (_, i) => `*a${i}*`)
  const rules = [{ name: 'wide', when: { reference }, outcome: { response_code: '51' } }]
  await new ControlClient(sandbox.url).post('/scenarios', { name: 'wide', rules })
  const { text } = await new PageClient(sandbox.url).get('/_sandbox/scenarios')
  expect(text).toContain('*a19* or 980 others')
})

test('a long scenario is pasted as JSON, a shorter one as YAML too', async () => {
  await using sandbox = await startTestSandbox()
  const pages = new PageClient(sandbox.url)
  const yaml = await pages.send('/_sandbox', 'paste', { text: yamlOf('first', 800) })
  expect(yaml.notice).toContain('first is loaded')
  const json = JSON.stringify({ name: 'second', rules: manyRules(2000) })
  expect((await pages.send('/_sandbox', 'paste', { text: json })).notice).toContain(
    'second is loaded',
  )
  const bad = JSON.stringify({ name: 'third', rules: [...manyRules(2000), {}] })
  const refused = await pages.send('/_sandbox', 'paste', { text: bad })
  expect(refused.notice).toContain('rules[2000]')
})

test('long YAML is refused, and so are more rules than are taken', async () => {
  await using sandbox = await startTestSandbox()
  const pages = new PageClient(sandbox.url)
  const flow = `name: flow\nrules: [${'{outcome: {response_code: "51"}}, '.repeat(5000)}]`
  const refused = await pages.send('/_sandbox', 'paste', { text: flow })
  expect(refused.notice).toContain('YAML of more than 100000 characters is not read here')
  const many = JSON.stringify({ name: 'big', rules: manyRules(10_001) })
  const tooMany = await pages.send('/_sandbox', 'paste', { text: many })
  expect(tooMany.notice).toContain('expected at most 10000 entries, found 10001')
  const rule = `when: {reference: "${'a'.repeat(100_000)}"}\noutcome: {}`
  expect((await pages.send('/_sandbox', 'rule', { text: rule })).notice).toContain(
    'is not read here',
  )
})

test('of thousands of faults the first are told', async () => {
  await using sandbox = await startTestSandbox()
  const rules = JSON.stringify({ name: 'big', rules: manyRules(3000) })
  const text = rules.replaceAll('response_code', 'response_kode')
  const { notice } = await new PageClient(sandbox.url).send('/_sandbox', 'paste', { text })
  expect(notice).toContain('3,000 faults')
  expect(notice).toContain('and 2,950 more')
})
