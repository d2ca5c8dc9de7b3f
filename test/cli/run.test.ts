import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { run } from '../../src/cli/program.ts'

/** What commands of a test print, and where their options come from. */
function ownIo(env: NodeJS.ProcessEnv = {}, stopping?: AbortSignal) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const io = { env, stdin: Readable.from([]), stdout, stderr, ...(stopping && { stopping }) }
  const printed = async () => {
    stdout.end()
    stderr.end()
    return { stdout: await text(stdout), stderr: await text(stderr) }
  }
  return { io, printed }
}

test('two commands run in one process, each with its own streams and environment', async () => {
  const stop = new AbortController()
  const serving = ownIo({}, stop.signal)
  const ready = new Promise<string>((resolve) => serving.io.stdout.once('data', resolve))
  const started = run(['start', '--port', '0', '--memory', '--json'], serving.io)
  const { url } = JSON.parse(String(await ready))
  const asking = ownIo({ SANDGATE_URL: url, SANDGATE_WORLD: 'worker-1' })
  expect(await run(['world', 'create', 'worker-1'], asking.io)).toBe(0)
  expect(await run(['status', '--json'], asking.io)).toBe(0)
  stop.abort()
  expect(await started).toBe(0)
  const { stdout } = await asking.printed()
  expect(JSON.parse(stdout.split('\n')[1] ?? '')).toMatchObject({ world: 'worker-1' })
})

test('a failure is said on stderr, and gives its exit code', async () => {
  const { io, printed } = ownIo({ SANDGATE_URL: 'not an address' })
  expect(await run(['status'], io)).toBe(2)
  expect(await printed()).toEqual({
    stdout: '',
    stderr:
      "error: Invalid SANDGATE_URL 'not an address': an address is for example http://127.0.0.1:7263, without user, query, fragment and spaces\n",
  })
})

test('exec gives the output of its command to the streams that it was given', async () => {
  const { io, printed } = ownIo({ PATH: process.env.PATH, CI: '1' })
  const script = 'console.log(process.env.SANDGATE_API.slice(-3)); process.exit(3)'
  expect(await run(['exec', '--quiet', '--', process.execPath, '-e', script], io)).toBe(3)
  expect((await printed()).stdout).toBe('/v1\n')
})
