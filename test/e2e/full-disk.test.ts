import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BinaryProcess, binary, startBinary } from '../support/binary.ts'
import { call, GatewayClient, newId, paidBody } from '../support/gateway-client.ts'
import { isHere } from '../support/outside/needs.ts'

/** A file size limit makes writes fail like a full disk does, and can be taken away again. */
const hasLimits = isHere('prlimit') && process.platform === 'linux'

async function pay(api: string) {
  const id = newId()
  const sent = { method: 'POST', headers: { 'x-correlation-id': id }, body: paidBody() }
  return { id, answer: await call(`${api}/transactions/purchase`, sent) }
}

test.runIf(hasLimits)(
  'without room for it a request gets a 5XX and leaves nothing; with room again all goes on',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-full-'))
    const data = path.join(folder, 'data')
    const start = `trap '' XFSZ; ulimit -S -f 40; exec "${process.execPath}" "${binary}" "$@"`
    await using limited = new BinaryProcess(
      ['start', '--port', '0', '--json', '--data', data],
      {},
      ['bash', '-c', start, 'sandgate'],
    )
    const { api } = JSON.parse(await limited.printing(/^\{.*\}$/m)) as { api: string }
    const client = new GatewayClient(api)
    const kept: number[] = []
    let full = await pay(api)
    while (full.answer.status === 200) {
      kept.push(full.answer.body.audit)
      full = await pay(api)
    }
    expect(full.answer.status).toBe(500)
    expect(full.answer.body.errors[0]?.error_code).toBe('internal_error')
    expect((await client.search(full.id)).body.results).toEqual([])
    await limited.printing('cannot be written', 'stderr')
    for (const audit of kept) expect((await client.lookup(audit)).status).toBe(200)
    execFileSync('prlimit', ['--pid', String(limited.pid), '--fsize=unlimited'])
    const again = await pay(api)
    expect(again.answer.status).toBe(200)
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
  60_000,
)
