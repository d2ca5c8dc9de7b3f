import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { GatewayClient } from '../support/gateway-client.ts'

let sandbox: CommandSandbox
beforeAll(async () => {
  sandbox = await CommandSandbox.start(['--quiet'])
})
afterAll(() => sandbox[Symbol.asyncDispose]())

const declining = `name: declining
description: Nobody has any money.
rules:
  - name: broke
    when: { operation: purchase, amount: { min: 500 } }
    times: 2
    outcome: { status: declined, response_code: "51" }
`

describe('check and schema need no sandbox', () => {
  test('a file in another encoding is refused by it', async () => {
    await using folder = await scratchFolder({})
    writeFileSync(folder.at('mine.yaml'), Buffer.from('name: mine', 'utf16le'))
    const { code, stderr } = await sandgate(['scenario', 'check', 'mine.yaml'], {
      cwd: folder.path,
    })
    expect(code).not.toBe(0)
    expect(stderr).toContain('mine.yaml is written in UTF-16 (little endian); save it as UTF-8')
  })

  test('two files of one name, or one file twice, are refused as by a start', async () => {
    await using folder = await scratchFolder({ 'a.yaml': declining, 'b.yaml': declining })
    for (const second of ['b.yaml', 'a.yaml']) {
      const checked = await sandgate(['scenario', 'check', 'a.yaml', second], { cwd: folder.path })
      const words = `${second} is the second scenario of the name 'declining'; leave one out\n`
      expect([checked.code, checked.stderr]).toEqual([2, `error: ${words}`])
      const started = ['start', '--port', '0', '--scenario', `a.yaml,${second}`]
      const { code, stderr } = await sandgate(started, { cwd: folder.path })
      expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
    }
  })

  test('a start, a load and a rule are warned of alike', async () => {
    const twice = `name: twice
rules:
  - { name: one, outcome: { status: declined } }
  - { name: two, outcome: { status: approved } }
`
    await using folder = await scratchFolder({ 'a.yaml': twice })
    const file = folder.at('a.yaml')
    const hidden = "'two' is never reached: 'one' has the same conditions and comes first"
    await using started = await CommandSandbox.start(['--scenario', file])
    expect(started.process.printed.stderr).toContain(`a.yaml:4:5: rules[1]: ${hidden}`)
    const loaded = await started.run(['scenario', 'load', file])
    expect([loaded.code, loaded.stderr]).toEqual([0, expect.stringContaining(hidden)])
    const rule = '{ outcome: { status: declined, expires: at-once } }'
    const added = await started.run(['rule', 'add', rule])
    expect([added.code, added.stderr]).toEqual([
      0,
      'warning: outcome.expires: expires has no effect: what is declined never expires\n',
    ])
  })

  test.each([
    [
      '[]',
      `There is no rule in the list: write it as YAML or JSON, such as '{outcome: {response_code: "51"}}'`,
    ],
    ['./nofile.yaml', 'There is no rule file ./nofile.yaml; check its path'],
  ])('rule add %s adds nothing and says why', async (rule, message) => {
    const { code, stdout, stderr } = await sandbox.run(['rule', 'add', rule])
    expect([code, stdout, stderr]).toEqual([2, '', `error: ${message}\n`])
  })

  test('the schema is that of the package', async () => {
    const { stdout } = await sandgate(['scenario', 'schema'])
    const shipped = new URL('../../scenarios/scenario.schema.json', import.meta.url)
    expect(JSON.parse(stdout)).toEqual(JSON.parse(await readFile(shipped, 'utf8')))
    const { stdout: line } = await sandgate(['scenario', 'schema', '--json'])
    expect(line.trim().split('\n')).toHaveLength(1)
  })
})

describe('a running sandbox', () => {
  test('takes temporary rules, lists them and takes them away', async () => {
    const rule = (...words: readonly string[]) => sandbox.run(['rule', ...words])
    const added = await rule('add', '{name: broke, outcome: {response_code: "51"}}')
    expect(added.stdout).toBe(
      "Added 'broke': when always: declined 51 (Insufficient funds), once\n",
    )
    const listed = await rule('list', '--json')
    expect(JSON.parse(listed.stdout).rules).toMatchObject([
      { id: 'rules/broke', hits: 0, times: 1 },
    ])
    expect((await rule('remove', 'broek')).stderr).toContain("Did you mean 'broke'?")
    expect((await rule('remove', 'broke')).code).toBe(0)
    await rule('add', '[{outcome: {}}, {outcome: {delay: 1ms}}]')
    expect((await rule('clear')).stdout).toBe('Removed 2 rules.\n')
    expect((await rule('list')).stdout).toBe('There are no temporary rules.\n')
    expect(await rule('add', '{outcome: [')).toMatchObject({ code: 2, stdout: '' })
    const bad = await rule('add', '{name: bad, when: {referense: x}}')
    expect(bad).toMatchObject({ code: 2, stdout: '' })
    expect(bad.stderr).toMatch(/^error: when.*'reference'.*\nerror: .*outcome.*\n$/)
  })

  test('loads a file in front, shows its rules with their hits, and unloads it', async () => {
    await using folder = await scratchFolder({ 'mine.yaml': declining })
    const place = { cwd: folder.path, env: { SANDGATE_WORLD: 'load' } }
    const loaded = await sandbox.run(['scenario', 'load', './mine.yaml'], place)
    expect(loaded).toMatchObject({
      code: 0,
      stdout: 'Active scenarios, highest priority first: declining, default\n',
    })
    const client = new GatewayClient(`${sandbox.url}/w/load/v1`)
    expect((await client.purchase()).body.status.acquirer).toMatchObject({ response_code: '51' })
    expect((await sandbox.run(['scenario', 'show', 'declining'], place)).stdout).toBe(
      [
        'declining',
        'Nobody has any money.',
        '',
        'rule     hits  when                       outcome',
        'broke  1 of 2  purchase, amount from 500  declined 51 (Insufficient funds), at most 2 times',
        '',
      ].join('\n'),
    )
    expect((await sandbox.run(['scenario', 'unload', 'declining'], place)).stdout).toBe(
      'Active scenarios, highest priority first: default\n',
    )
  })

  test('says how to unload one that still applies', async () => {
    const place = ['--world', 'stacked']
    const load = (name: string) => sandbox.run(['scenario', 'load', name, ...place])
    expect((await load('flaky-day')).stdout).not.toContain('unload')
    const [, hint, ...rest] = (await load('default')).stdout.split('\n')
    expect(rest).toEqual([''])
    const [, command = ''] =
      /^flaky-day still applies; to unload: npx sandgate (.*)$/.exec(hint ?? '') ?? []
    expect(command).toBe('scenario unload flaky-day --world stacked')
    expect((await sandbox.run(command.split(' '))).stdout).toMatch(/: default\n$/)
    await load('flaky-day')
    await load('slow-bank')
    expect((await load('default')).stdout).toMatch(
      /^slow-bank, flaky-day still apply; .* scenario unload slow-bank flaky-day /m,
    )
    const unload = (...names: string[]) => sandbox.run(['scenario', 'unload', ...names, ...place])
    const refused = await unload('slow-bank', 'absent', 'flaky-day')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("'absent'")])
    expect((await unload('slow-bank', 'flaky-day')).stdout).toMatch(/: default\n$/)
  })

  test('explains which rule would match, without echoing the card', async () => {
    await sandbox.run(['world', 'create', 'explain'])
    const explain = ['scenario', 'explain', '--world', 'explain']
    const { stdout } = await sandbox.run([
      ...explain,
      '--pan',
      '4000000000000051',
      '--amount',
      '100',
    ])
    expect(stdout).toMatch(
      /^default\/card-code decides the layer bank\n {2}when transactions, pan .*\n/,
    )
    const { stdout: all } = await sandbox.run([
      ...[...explain, '--pan', '4000000000000051', '--amount', '100', '--all'],
    ])
    expect(all).toMatch(/^default\/card-cents +pan is 400000xxxxxx0051, not 4444333322221111$/m)
    expect(stdout.split('\n').length).toBeLessThan(all.split('\n').length / 2)
    const mine = '{"name":"mine","when":{"merchant":7},"outcome":{"response_code":"51"}}'
    await sandbox.run(['rule', 'add', mine, '--world', 'explain'])
    expect((await sandbox.run([...explain, '--amount', '100', '--merchant', '1'])).stdout).toMatch(
      /^nearest other rules .*\nrules\/mine +merchant is 1, not 7$/m,
    )
    expect((await sandbox.run([...explain, '--operation', 'search'])).stdout).toMatch(
      /^No rule matches: the gateway responds as usual\.\n/,
    )
    const strikes =
      '{when: {merchant: 8}, outcome: {sequence: [{response_code: "51"}, {status: unknown}]}}'
    await sandbox.run(['rule', 'add', strikes, '--world', 'explain'])
    expect((await sandbox.run([...explain, '--merchant', '8'])).stdout).toMatch(
      /^rules\/rule-2 decides the layer bank\n.*\n {2}this time: declined 51 \(Insufficient funds\)\n/,
    )
    const every = [
      ['--operation', 'purchase'],
      ['--merchant', '2'],
      ['--method', 'direct_debit'],
      ['--amount', '100'],
      ['--currency', 'AUD'],
      ['--bsb', '032-051'],
      ['--account-number', '12345678'],
      ['--reference', 'order'],
      ['--kvp', 'a=1'],
      ['--kvp', 'b=2=3'],
      ['--correlation-id', 'id-1'],
      ['--header', 'X-Shop=1'],
    ].flat()
    expect(await sandbox.json(...explain, ...every)).toMatchObject({
      rule: { id: 'default/debit-returned' },
    })
  })
})

describe('a request of the journal is explained', () => {
  const world = ['--world', 'recorded']
  const explain = (id: string) => sandbox.run(['scenario', 'explain', '--request', id, ...world])

  test('by the rules that shaped it, also when they are gone', async () => {
    await sandbox.run(['rule', 'add', '{name: x, outcome: {response_code: "51"}}', ...world])
    const client = new GatewayClient(`${sandbox.url}/w/recorded/v1`)
    await client.purchase()
    await client.purchase()
    expect((await explain('1')).stdout).toMatch(
      /^rules\/x decides the layer bank\n {2}when always: declined 51/,
    )
    await sandbox.run(['rule', 'clear', ...world])
    const { stdout } = await explain('1')
    expect(stdout).toMatch(/^rules\/x applied to it, and is no longer active\n/)
    expect(stdout).toMatch(/\nnearest other rules +why it did not apply\n/)
    const second = (await explain('2')).stdout
    expect(second).toMatch(/^No rule applied to the request: the gateway responded as usual\.\n/)
    // What is kept with the request does not change with the rules.
    expect(second).toMatch(/\nrules\/x +used up \(1 of 1\)\n/)
    const shown = await sandbox.run(['requests', '2', ...world])
    expect(shown.stdout).toMatch(/\nnearest other rule +rules\/x: used up \(1 of 1\)\n/)
  })
})
