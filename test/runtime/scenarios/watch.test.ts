import { rename } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { controlClient } from '../../../src/control/client/control-client.ts'
import { settingsFrom } from '../../../src/runtime/config/settings-from.ts'
import { startServer } from '../../../src/runtime/start-server.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { type Scratch, scratchFolder } from '../scratch.ts'

function ruleText(code: string): string {
  return `name: mine\nrules: [{ name: no, outcome: { status: declined, response_code: "${code}" } }]\n`
}

/** A watching sandbox, whose next line can be waited for. */
async function watching(folder: Scratch, options: { readonly data?: string } = {}) {
  const lines: string[] = []
  let heard: () => void = () => undefined
  const settings = await settingsFrom(
    { scenario: ['default', folder.at('mine.yaml')], watch: true, ...options },
    'test',
  )
  const running = await startServer(settings, (line) => {
    lines.push(line.replaceAll(`${folder.path}/`, ''))
    heard()
  })
  const nextLine = async (): Promise<string> => {
    while (lines.length === 0) {
      await new Promise<void>((resolve) => {
        heard = resolve
      })
    }
    return lines.shift() ?? ''
  }
  const codeIn = async (world = '') => {
    const { body } = await new GatewayClient(`${running.url}${world}/v1`).purchase()
    return body.status.acquirer.response_code
  }
  return { ...running, nextLine, codeIn, [Symbol.asyncDispose]: running.stop }
}

test('a changed file is loaded again, in every world', async () => {
  await using folder = await scratchFolder({ 'mine.yaml': ruleText('51') })
  await using sandbox = await watching(folder)
  expect([await sandbox.codeIn(), await sandbox.codeIn('/w/blue')]).toEqual(['51', '51'])
  await folder.write('mine.yaml', ruleText('05'))
  expect(await sandbox.nextLine()).toBe("Scenario 'mine' loaded again from mine.yaml")
  expect([await sandbox.codeIn(), await sandbox.codeIn('/w/blue')]).toEqual(['05', '05'])
  expect(await sandbox.codeIn('/w/red')).toBe('05')
})

test('a broken file is reported, and the rules stay until it is mended', async () => {
  await using folder = await scratchFolder({ 'mine.yaml': ruleText('51') })
  await using sandbox = await watching(folder)
  await folder.write('mine.yaml', 'name: mine\nrulse: []\n')
  expect(await sandbox.nextLine()).toBe(
    "mine.yaml:2:1: rulse: unknown key 'rulse'. Did you mean 'rules'?\nThe rules stay as they were",
  )
  expect(await sandbox.codeIn()).toBe('51')
  await folder.write('mine.yaml', ruleText('14'))
  expect(await sandbox.nextLine()).toBe("Scenario 'mine' loaded again from mine.yaml")
  expect(await sandbox.codeIn()).toBe('14')
})

test('a file put in the place of the old one is noticed too', async () => {
  await using folder = await scratchFolder({ 'mine.yaml': ruleText('51') })
  await using sandbox = await watching(folder)
  await folder.write('mine.yaml.new', ruleText('54'))
  await rename(folder.at('mine.yaml.new'), folder.at('mine.yaml'))
  await sandbox.nextLine()
  expect(await sandbox.codeIn()).toBe('54')
})

test('a file that the scenario extends is watched as well', async () => {
  await using folder = await scratchFolder({
    'mine.yaml': 'name: mine\nextends: [base]\n',
    'base.yaml': 'name: base\nrules: [{ outcome: { status: declined, response_code: "51" } }]\n',
  })
  await using sandbox = await watching(folder)
  expect(await sandbox.codeIn()).toBe('51')
  await folder.write('base.yaml', 'name: base\nextends: [default]\n')
  expect(await sandbox.nextLine()).toBe("Scenario 'mine' loaded again from base.yaml")
  expect(await sandbox.codeIn()).toBe('00')
})

test('a loaded scenario stays in front, and the counts of what has changed start again', async () => {
  await using folder = await scratchFolder({ 'mine.yaml': ruleText('51') })
  await using sandbox = await watching(folder, { data: folder.at('data') })
  const control = controlClient({ url: sandbox.url })
  await sandbox.codeIn()
  await control.loadScenario('drift')
  await folder.write('mine.yaml', ruleText('05'))
  await sandbox.nextLine()
  await control.unloadScenario('drift')
  expect(await sandbox.codeIn()).toBe('05')
  const { scenarios } = await control.scenarios()
  expect(scenarios.map(({ name }) => name)).toEqual(['mine', 'default'])
  expect(scenarios[0]?.rules.map(({ hits }) => hits)).toEqual([1])
})

test('a scenario that changes its name is the same one still', async () => {
  await using folder = await scratchFolder({ 'mine.yaml': ruleText('51') })
  await using sandbox = await watching(folder)
  const names = async () => {
    const { scenarios } = await controlClient({ url: sandbox.url }).scenarios()
    return scenarios.map(({ name }) => name)
  }
  await folder.write('mine.yaml', 'name: default\nextends: [flaky-day]\n')
  expect(await sandbox.nextLine()).toBe(
    "mine.yaml is the second scenario of the name 'default'; leave one out\nThe rules stay as they were",
  )
  await folder.write('mine.yaml', 'name: yours\nextends: [flaky-day]\n')
  expect(await sandbox.nextLine()).toBe("Scenario 'yours' loaded again from mine.yaml")
  expect(await names()).toEqual(['yours', 'default'])
})
