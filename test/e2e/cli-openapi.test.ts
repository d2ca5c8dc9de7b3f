import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'

const aside = 'No sandbox responds; this is from the config file and the defaults\n'
/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9'

const config = `server: { port: 4999 }
auth: required
users: [{ name: shop, token: tok-shop, merchant: 1 }]
assumptions: { paths: { void: "/transactions/{audit}/cancel" } }
`

describe('sandgate openapi', () => {
  test('asks the sandbox and the world that are given', async () => {
    await using sandbox = await CommandSandbox.start(['--quiet'])
    const { code, stdout, stderr } = await sandgate(['openapi', '--url', sandbox.url])
    expect([code, stderr]).toEqual([0, ''])
    const answer = await fetch(`${sandbox.url}/_sandbox/openapi.json`)
    expect(JSON.parse(stdout)).toEqual(await answer.json())
    await sandbox.run(['world', 'create', 'blue'])
    const blue = await sandgate(['openapi', '--url', sandbox.url, '--world', 'blue', '--json'])
    expect(JSON.parse(blue.stdout).servers[0].url).toBe(`${sandbox.url}/w/blue/v1`)
    expect(blue.stdout.trim().split('\n')).toHaveLength(1)
    const steering = await sandgate(['openapi', '--control', '--url', `${sandbox.url}/w/blue`])
    const control = await fetch(`${sandbox.url}/w/blue/_sandbox/control-openapi.json`)
    expect(JSON.parse(steering.stdout)).toEqual(await control.json())
    expect(JSON.parse(steering.stdout).servers[0].url).toBe(`${sandbox.url}/w/blue/_sandbox`)
  })

  test('says without a sandbox what the config file says, and that it does', async () => {
    await using folder = await scratchFolder({ 'sandgate.config.yaml': config })
    const spawned = { cwd: folder.path, env: { SANDGATE_URL: '' } }
    const { code, stdout, stderr } = await sandgate(['openapi'], spawned)
    // A sandbox of somebody else may run at the usual port of this machine.
    if (stderr === '') return
    expect([code, stderr]).toEqual([0, aside])
    const document = JSON.parse(stdout)
    expect(document.servers[0].url).toBe('http://127.0.0.1:4999/v1')
    expect(document.paths).toHaveProperty('/transactions/{audit}/cancel')
    expect(document.security).toEqual([{ basic: [] }, { bearer: [] }])
    const control = JSON.parse((await sandgate(['openapi', '--control'], spawned)).stdout)
    expect(control.servers[0].url).toBe('http://127.0.0.1:4999/_sandbox')
    expect(control.security).toEqual([{}, { token: [] }])
  })

  test('prints the same as YAML', async () => {
    await using sandbox = await CommandSandbox.start(['--quiet'])
    const asked = ['openapi', '--url', sandbox.url]
    const [json, yaml] = [await sandgate(asked), await sandgate([...asked, '--yaml'])]
    expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout))
    expect(yaml.stdout.startsWith('openapi: 3.1.1\n')).toBe(true)
  })

  test('a sandbox that was named must response', async () => {
    const byOption = await sandgate(['openapi', '--url', nowhere])
    const byVariable = await sandgate(['openapi'], { env: { SANDGATE_URL: nowhere } })
    for (const { code, stdout, stderr } of [byOption, byVariable]) {
      expect([code, stdout]).toEqual([3, ''])
      expect(stderr).toContain(`No sandbox responds at ${nowhere}`)
    }
  })
})
