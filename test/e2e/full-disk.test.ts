import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BinaryProcess, binary, startBinary } from '../support/binary.ts'
import { sandgate } from '../support/command.ts'
import { call, GatewayClient, newId, paidBody } from '../support/gateway-client.ts'
import { isHere } from '../support/outside/needs.ts'

/** A file size limit makes writes fail like a full disk does, and can be taken away again. */
const hasLimits = isHere('prlimit') && process.platform === 'linux'

/** The program, whose files may have 40 blocks. */
function limitedProgram(args: readonly string[]): BinaryProcess {
  const start = `trap '' XFSZ; ulimit -S -f 40; exec "${process.execPath}" "${binary}" "$@"`
  return new BinaryProcess(args, {}, ['bash', '-c', start, 'sandgate'])
}

const NO_ROOM = /the file has reached its size limit \(EFBIG\)/

async function pay(api: string) {
  const id = newId()
  const sent = { method: 'POST', headers: { 'x-correlation-id': id }, body: paidBody() }
  return { id, answer: await call(`${api}/transactions/purchase`, sent) }
}

test.runIf(hasLimits)(
  'without room for it a request gets a 5xx and leaves nothing; with room again everything works',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-full-'))
    const data = path.join(folder, 'data')
    await using limited = limitedProgram(['start', '--port', '0', '--json', '--data', data])
    const { api, url } = JSON.parse(await limited.printing(/^\{.*\}$/m)) as Record<
      'api' | 'url',
      string
    >
    const client = new GatewayClient(api)
    const kept: number[] = []
    let full = await pay(api)
    while (full.answer.status === 200) {
      kept.push(full.answer.body.audit)
      full = await pay(api)
    }
    expect(full.answer.status).toBe(500)
    expect(full.answer.body.errors[0]?.error_code).toBe('internal_error')
    const why = full.answer.body.errors[0]?.error_message
    expect(why).toMatch(NO_ROOM)
    expect((await client.search(full.id)).body.results).toEqual([])
    const env = { SANDGATE_URL: url }
    const status = await sandgate(['status', '--json'], { env })
    expect(JSON.parse(status.stdout)).toMatchObject({ failure: why })
    expect((await sandgate(['status'], { env })).stdout).toMatch(NO_ROOM)
    execFileSync('prlimit', ['--pid', String(limited.pid), '--fsize=1000:unlimited'])
    const snapshot = await sandgate(['snapshot', 'save', 'full'], { env })
    expect(snapshot).toMatchObject({ code: 1, stderr: expect.stringMatching(NO_ROOM) })
    const { stdout: requests } = await sandgate(['requests'], { env })
    expect(requests).toContain('500 the sandbox failed: ')
    const { stdout: report } = await sandgate(['report', '--json'], { env })
    expect(JSON.parse(report)).toMatchObject({
      verdict: 'untested',
      headline: expect.stringMatching(/^Untested: the sandbox could not store 1 payment: /),
      counts: { error: 0, warning: 0 },
    })
    await limited.printing('cannot be written', 'stderr')
    for (const audit of kept) expect((await client.lookup(audit)).status).toBe(200)
    execFileSync('prlimit', ['--pid', String(limited.pid), '--fsize=unlimited'])
    const again = await pay(api)
    expect(again.answer.status).toBe(200)
    expect(JSON.parse((await sandgate(['status', '--json'], { env })).stdout)).toMatchObject({
      failure: null,
    })
    expect(again.answer.body.audit).toBe((kept.at(-1) ?? 0) + 1)
    limited.kill('SIGKILL')
    await limited.ended
    await using later = await startBinary(['--data', data])
    const restarted = new GatewayClient(later.api)
    for (const audit of [...kept, again.answer.body.audit]) {
      expect((await restarted.lookup(audit)).status).toBe(200)
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  },
)

/** Pays until the gateway fails, and a few times more without asking what became of it. */
const careless = `
  const body = JSON.stringify(${JSON.stringify(paidBody())})
  const pay = async () => {
    const headers = { 'content-type': 'application/json', 'x-correlation-id': crypto.randomUUID() }
    const url = process.env.SANDGATE_API + '/transactions/purchase'
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  while ((await pay()) === 200);
  for (let i = 0; i < 2; i++) await pay()`

test.runIf(hasLimits)(
  'a run without room for its payments is not judged, and fails exec',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-full-'))
    const data = path.join(folder, 'data')
    const client = [process.execPath, '--input-type=module', '-e', careless]
    const [junit, json] = ['run.xml', 'run.json'].map((name) => path.join(folder, name))
    const reports = ['--report', `${junit}`, '--report', `${json}`]
    await using limited = limitedProgram(['exec', '--data', data, ...reports, '--', ...client])
    const { code, stdout } = await limited.ended
    expect(code).toBe(1)
    expect(stdout).toContain('Untested: the sandbox could not store 3 payments: ')
    expect(await readFile(`${junit}`, 'utf8')).toContain(
      '<failure message="The sandbox could not store 3 payments: ',
    )
    const report = JSON.parse(await readFile(`${json}`, 'utf8'))
    expect(report).toMatchObject({ verdict: 'untested', counts: { error: 0, warning: 0 } })
    expect(report.incomplete).toEqual([expect.stringMatching(NO_ROOM)])
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  },
)

/** Settles what it lost; after a lost connection with so many lookups that its run file is too long. */
const asking = `
  const { SANDGATE_API: api } = process.env
  const post = (id) => fetch(api + '/transactions/purchase', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-correlation-id': id },
    body: ${JSON.stringify(JSON.stringify(paidBody()))},
  })
  const search = (id) => fetch(api + '/transactions?merchant_id=1&correlation_id_lookup=' + id)
  const [own, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const times = await post(own).then((got) => (got.ok ? 0 : 1), () => 100)
  for (let i = 0; i < times; i++) await search(own)
  await post(other)`

test.runIf(hasLimits)(
  'a sweep whose sandbox cannot continue keeps the cells that have ended, and names the reason',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-full-'))
    const [junit, text, runs] = ['sweep.xml', 'sweep.txt', 'runs'].map((name) =>
      path.join(folder, name),
    )
    const client = [process.execPath, '--input-type=module', '-e', asking]
    const cells = [
      '--at',
      'after',
      '--faults',
      'http,reset',
      '--only',
      'purchase-1',
      '--depth',
      '1',
    ]
    const kept = ['--artifacts', `${runs}`, '--report', `${junit}`, '--report', `${text}`]
    const options = [...cells, ...kept, '--jobs', '1', '--json']
    await using limited = limitedProgram(['sweep', ...options, '--', ...client])
    const { code, stdout, stderr } = await limited.ended
    const why = /Cannot write the run file \S+\/purchase-1\/after\/reset\/run.jsonl: .*\(EFBIG\)/
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(why) })
    const swept = JSON.parse(stdout)
    expect(swept).toMatchObject({ verdict: 'untested', counts: { safe: 1, not_run: 1 } })
    expect(swept.cells).toMatchObject([
      { name: 'purchase-1/after/http', result: 'safe' },
      { name: 'purchase-1/after/reset', result: 'not_run' },
    ])
    expect(swept.incomplete).toEqual([expect.stringMatching(why)])
    expect(swept.not_tried[0]).toMatchObject({
      what: '1 cell',
      how: 'the sandbox could not continue',
    })
    expect(await readFile(`${text}`, 'utf8')).toMatch(
      /^Untested: 1 of 2 cells\. 1 not run; 1 safe; .*; incomplete: cannot write the run file /m,
    )
    expect(await readFile(`${junit}`, 'utf8')).toContain(
      '<testcase classname="sandgate.sweep" name="complete sweep"><failure message="Cannot write ',
    )
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  },
)
