import { expect, test } from 'vitest'
import type {
  RequestResponse,
  RequestsResponse,
} from '../../src/control/contract/calls/requests.ts'
import { Command, CommandSandbox } from '../support/command.ts'
import { cents, GatewayClient } from '../support/gateway-client.ts'

const start = ['--clock', '2026-03-10T01:00:00Z', '--quiet']

function withoutTimes(text: string): readonly string[] {
  return text
    .replaceAll(/ *(?:[\d,]+ ms|\d+\.\d s)/g, '  n ms')
    .trim()
    .split('\n')
}

test('requests are listed newest last, filtered, and one is shown with its bodies', async () => {
  await using sandbox = await CommandSandbox.start(start)
  expect((await sandbox.run(['requests'])).stdout).toBe('No requests found.\n')
  const client = new GatewayClient(sandbox.api)
  await client.purchase({ colour: 'red' }, { 'x-correlation-id': 'order-7' })
  await client.purchase(cents(9_900_503))
  await client.purchase(cents(9_900_000)).catch(() => undefined)
  await client.lookup(1000001)
  expect(withoutTimes((await sandbox.run(['requests'])).stdout)).toEqual([
    expect.stringMatching(/^id +time +request +amount +reference +response +took$/),
    expect.stringMatching(
      /^ 1 {2}\S+ {2}purchase +AUD 10\.00 {2}.+ {2}approved 00 Approved +n ms$/,
    ),
    expect.stringMatching(
      /^ 2 {2}\S+ {2}purchase +AUD 99,005\.03 {2}.+ {2}503 before processing \[default\/http-503-before\] {2}n ms$/,
    ),
    expect.stringMatching(
      /^ 3 {2}\S+ {2}purchase +AUD 99,000\.00 {2}.+ {2}lost before processing \(reset\) \[default\/reset-before\] +n ms$/,
    ),
    expect.stringMatching(/^ 4 {2}\S+ {2}lookup +.*approved 00 Approved +n ms$/),
  ])
  const ids = async (...filter: readonly string[]) => {
    const { requests } = await sandbox.json<RequestsResponse>('requests', ...filter)
    return requests.map(({ id }) => id)
  }
  expect(await ids('--limit', '2')).toEqual([3, 4])
  expect(await sandbox.json('requests', '--limit', '2')).toMatchObject({ next: 3 })
  const newest = await sandbox.run(['requests', '--status', '200', '--limit', '1'])
  expect(newest.stdout).toMatch(
    /\nFor older requests: npx sandgate requests --limit 1 --status 200 --after 4\n$/,
  )
  expect(await ids('--status', '200', '--after', '4')).toEqual([1])
  const all = await sandbox.run(['requests', '--all-worlds', '--limit', '3'])
  expect(all.stdout).toMatch(/\nFor older requests, choose a world with --world, .*\n$/)
  const both = await sandbox.run(['requests', '--after', '3', '--follow'])
  expect([both.code, both.stderr]).toEqual([
    2,
    'error: --after and --follow cannot be used together; leave one of them out\n',
  ])
  expect(await ids('--since', '2026-03-10', '--until', '2026-03-11')).toEqual([1, 2, 3, 4])
  expect(await ids('--since', '2026-03-11')).toEqual([])
  const first = await sandbox.run(['requests', '--since', '2026-03-10', '--limit', '2'])
  expect(first.stdout).toMatch(/\nFor newer requests, pass a later --since, or --limit 200\n$/)
  expect((await sandbox.run(['requests', '--since', 'noon'])).stderr).toBe(
    "error: Invalid --since 'noon': it must be an ISO 8601 instant with time and offset, such as 2026-03-10T01:00:00Z, or a date, such as 2026-03-10\n",
  )
  expect(await ids('--operation', 'lookup')).toEqual([4])
  expect(await ids('--status', '503')).toEqual([2])
  expect(await ids('--lost')).toEqual([2, 3])
  expect(await ids('--amount', '9900503')).toEqual([2])
  expect(await ids('--card', '1111', '--lost')).toEqual([2, 3])
  expect(await ids('--correlation-id', 'order-7')).toEqual([1])

  const { stdout } = await sandbox.run(['requests', '1'])
  expect(stdout).toMatch(/^request +POST \/v1\/transactions\/purchase\n/)
  expect(stdout).toContain('correlation id      order-7\n')
  expect(stdout).toContain('ignored fields      colour\n')
  expect(stdout).toContain('"pan": "411111xxxxxx1111"')
  expect(stdout).toContain('\nresponse 200\n{\n')
  const third = await sandbox.run(['requests', '3'])
  expect(third.stdout).toContain('fault               reset, not processed\n')
  expect(await sandbox.json('requests', '2')).toMatchObject({ id: 2, response: { status: 503 } })
})

test('--follow continues with new requests until Ctrl-C, one line or document each', async () => {
  await using sandbox = await CommandSandbox.start(start)
  const client = new GatewayClient(sandbox.api)
  await client.purchase()
  const env = { SANDGATE_URL: sandbox.url }
  await using lines = new Command(['requests', '--follow'], { env })
  await using documents = new Command(['requests', '-f', '--json', '--status', '200'], {
    env,
  })
  await lines.printing('approved 00')
  await documents.printing('"id":1')
  await client.lookup(99)
  await client.lookup(1000001)
  await lines.printing(/lookup.*approved/)
  await documents.printing('"id":3')
  const printed = await lines.interrupt()
  expect(printed).toMatchObject({ code: 0, stderr: '' })
  expect(withoutTimes(printed.stdout)).toEqual([
    '12:00:00.000  purchase              AUD 10.00  1000001  approved 00 Approved  order 1  n ms',
    '12:00:00.000  lookup                                    404 not_found  n ms',
    '12:00:00.000  lookup                AUD 10.00  1000001  approved 00 Approved  order 1  n ms',
  ])
  documents.kill('SIGTERM')
  const { code, stdout } = await documents.ended
  const followed: readonly RequestResponse[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect({ code, ids: followed.map(({ id }) => id) }).toEqual({ code: 0, ids: [1, 3] })
})

test('--follow continues after a reset, when ids begin at 1 again', async () => {
  await using sandbox = await CommandSandbox.start(start)
  const client = new GatewayClient(sandbox.api)
  await client.get('/nowhere/1')
  await client.get('/nowhere/2')
  await using lines = new Command(['requests', '--follow', '--url', sandbox.url])
  await lines.printing('/v1/nowhere/2 ')
  await sandbox.json('reset')
  for (const path of [3, 4, 5]) await client.get(`/nowhere/${path}`)
  await lines.printing('/v1/nowhere/5 ')
  const { stdout } = await lines.interrupt()
  expect(stdout.match(/(?<=nowhere\/)\d/g)).toEqual(['1', '2', '3', '4', '5'])
})

test('--follow finds a correlation id with a card number in it, and none that only looks like it', async () => {
  await using sandbox = await CommandSandbox.start(start)
  const client = new GatewayClient(sandbox.api)
  const pay = (id: string) => client.purchase({}, { 'x-correlation-id': id })
  // Both are shown as id-422222xxxxxx2220.
  const [wanted, alike] = ['id-4222222222222220', 'id-4222220000082220']
  await pay(wanted)
  const args = ['requests', '--follow', '--json', '--url', sandbox.url]
  await using followed = new Command([...args, '--correlation-id', wanted])
  await followed.printing('"id":1,')
  for (const id of [alike, 'other', wanted]) await pay(id)
  await followed.printing('"id":4,')
  const { stdout } = await followed.interrupt()
  expect(stdout.match(/(?<=^{"id":)\d/gm)).toEqual(['1', '4'])
  expect(await sandbox.json('requests', '2')).toMatchObject({
    request: { correlation_id: 'id-422222xxxxxx2220' },
  })
})

test('--follow ends when the sandbox does', async () => {
  await using sandbox = await CommandSandbox.start(start)
  await new GatewayClient(sandbox.api).purchase()
  await using lines = new Command(['requests', '--follow', '--url', sandbox.url])
  await lines.printing('approved 00')
  await sandbox.stop()
  expect(await lines.ended).toMatchObject({
    code: 3,
    stderr: `error: The sandbox at ${sandbox.url} has stopped\n`,
  })
})
