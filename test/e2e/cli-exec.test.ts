import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { BinaryProcess, binary } from '../support/binary.ts'
import { Command, sandgate } from '../support/command.ts'
import { inlineScript } from '../support/inline-script.ts'

/** A command that runs this script in Node. */
function inNode(source: string): readonly string[] {
  return ['--', process.execPath, '--input-type=module', '--eval', source]
}

function script(source: string): readonly string[] {
  return ['--', ...inlineScript(source)]
}

const purchases = `
  const pay = (pan, amount) => fetch(process.env.SANDGATE_API + '/transactions/purchase', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': 'pay-' + pan.slice(-4) + '-' + amount },
    body: JSON.stringify({
      merchant: { id: 1 },
      transaction: {
        reference: 'order',
        amount_details: { total_amount: amount, currency: 'AUD' },
        payment_method: { creditcard: { pan, expiry_date: '1299' } },
      },
    }),
  }).catch(() => undefined)
  await pay('4111111111111111', '1')
  await pay('4111111111111111', '2')
  await pay('4000000000000051', '3')
  await pay('4111111111111111', '9900000')
  await pay('4111', '1')
`

const summary = `sandgate: 5 requests
  transactions   2 approved, 1 declined
  responses      3 with 200, 1 with 422, 1 lost
  rules matched  1 × default/card-code
                 1 × default/reset-before
`

const unused = `warning: No request arrived at http://127.0.0.1/v1.
The address is in SANDGATE_API. If your code reads another variable: npx sandgate exec --env GATEWAY_URL -- COMMAND
Tests that start their own sandbox with startSandbox() have to use connectSandbox() under exec.
`

/** What it says of a run without requests, whatever its port and its command are. */
function advice(stderr: string): string {
  return stderr
    .replace(/:\d+\/v1/, '/v1')
    .replace(/(?<=GATEWAY_URL -- )[\s\S]*?(?=\nTests)/, 'COMMAND')
}

const missed = 'failed: no request reached the sandbox\n'

const verdict = `Unsafe: 1 unresolved
Reference order was paid more than once (AUD 0.03 for the first two payments). If each reference is one order, --unique-references makes that an error (in the config: 'report: { unique_references: true }').

ERROR   Unresolved            order, AUD 99,000.00  (unresolved)
  1. TIME  purchase  pay-1111-9900000  request 4  the response was lost before anything was processed (connection reset)
  The client never asked what happened to this request. Nothing was processed, but the client cannot know that.
  Instead: ask GET /v1/transactions?merchant_id=1&correlation_id_lookup=pay-1111-9900000 until it responds. If the search is empty within the cache time (usually 24 hours), send the request again with the same correlation id.
  Recipe: docs/start/careful-payment.md; npx sandgate explain unresolved

${summary.trimEnd()}
`

/** What it printed, whatever the time was. */
function timeless(text: string): string {
  return text.replaceAll(/\d\d:\d\d:\d\d\.\d{3}/g, 'TIME')
}

describe('what the command gets and gives', () => {
  test('its own sandbox, at the addresses in its environment', async () => {
    const print = `
      const { SANDGATE_URL: url, SANDGATE_API: api, SANDGATE_DASHBOARD: dashboard } = process.env
      const health = await (await fetch(url + '/_sandbox/health')).json()
      console.log(JSON.stringify({ api: api === url + '/v1', dashboard: dashboard === url + '/_sandbox', health }))
    `
    await using folder = await scratchFolder()
    const ended = await sandgate(['exec', ...script(print)], { cwd: folder.path })
    expect([ended.code, advice(ended.stderr)]).toEqual([4, `${unused}${missed}`])
    const [document = '', rest] = ended.stdout.split('\n')
    expect(JSON.parse(document)).toMatchObject({
      api: true,
      dashboard: true,
      health: { status: 'ok', world: 'default' },
    })
    expect(rest).toBe('Untested: no request reached the sandbox')
    expect(await readdir(folder.path)).toEqual([])
  })

  test('a short summary at the end, with the verdict and the worst payment', async () => {
    const { code, stdout, stderr } = await sandgate(['exec', ...script(purchases)])
    expect({ code, stderr }).toEqual({ code: 4, stderr: 'failed: 1 error in the report\n' })
    expect(timeless(stdout)).toBe(verdict)
  })

  test.each([
    ['its world is reset', 'POST', '/w/late/_sandbox/reset'],
    ['its world is removed', 'DELETE', '/_sandbox/worlds/late'],
  ])('a request that is answered after %s counts as well', async (_when, method, end) => {
    const late = `
      const post = (path, body, id) => fetch(process.env.SANDGATE_URL + '/w/late' + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': id },
        body: JSON.stringify(body),
      })
      await post('/_sandbox/rules', { when: { operation: 'purchase' }, outcome: { delay: '1s' } })
      const creditcard = { pan: '4111111111111111', expiry_date: '1299' }
      const amount_details = { total_amount: '100', currency: 'AUD' }
      const transaction = { reference: 'slow', amount_details, payment_method: { creditcard } }
      const slow = post('/v1/transactions/purchase', { merchant: { id: 1 }, transaction }, 'slow')
      let isOver = false
      slow.then(() => { isOver = true })
      let waiting = []
      while (waiting.length === 0 && !isOver) {
        const answer = await fetch(process.env.SANDGATE_URL + '/w/late/_sandbox/requests')
        waiting = (await answer.json()).waiting ?? []
      }
      const headers = { 'Content-Type': 'application/json' }
      const body = '${method}' === 'POST' ? '{}' : undefined
      await fetch(process.env.SANDGATE_URL + '${end}', { method: '${method}', headers, body })
      await slow
    `
    const { stdout } = await sandgate(['exec', ...script(late)])
    expect(stdout).toMatch(
      /\n\nsandgate: 1 request\n {2}transactions +1 approved\n {2}responses +1 (?:with 200|lost)\n/,
    )
  })

  test('says that judging is off, and does not say that nothing came', async () => {
    await using folder = await scratchFolder({ 'off.yaml': 'report: { judge: false }' })
    const args = ['exec', '--config', 'off.yaml', ...script(purchases)]
    const ended = await sandgate(args, { cwd: folder.path })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(/^Untested: judging is switched off\n.*\n\nsandgate: 5 requests/s)
  })

  test('a failed check that is named even with --quiet', async () => {
    const { code, stdout, stderr } = await sandgate(['exec', '--quiet', ...script(purchases)])
    const told = 'Unsafe: 1 unresolved\nfailed: 1 error in the report\n'
    expect({ code, stdout, stderr }).toEqual({ code: 4, stdout: '', stderr: told })
  })

  test('a run that reached nothing fails, unless nothing may', async () => {
    const none = await sandgate(['exec', '--quiet', '--fail-on', 'never', '--', 'true'])
    expect(none).toMatchObject({ code: 0, stderr: '' })
    const { code, stderr } = await sandgate(['exec', '--', 'true'])
    expect([code, advice(stderr)]).toEqual([4, `${unused}${missed}`])
  })

  test('a report that cannot be written is refused before the command runs', async () => {
    await using folder = await scratchFolder({ 'taken/.keep': '', 'file.txt': '' })
    for (const file of ['taken', 'file.txt/report.json']) {
      const args = ['exec', '--report', file, '--', 'touch', 'ran']
      expect((await sandgate(args, { cwd: folder.path })).code).toBe(2)
    }
    expect((await readdir(folder.path)).sort()).toEqual(['file.txt', 'taken'])
  })

  test('one document with --json, its own stdout on stderr', async () => {
    const talk = `${purchases}; console.log('out'); console.error('err'); process.exitCode = 5`
    const { code, stdout, stderr } = await sandgate(['exec', '--json', ...inNode(talk)])
    expect({ code, stderr }).toEqual({ code: 5, stderr: 'out\nerr\n' })
    expect(JSON.parse(stdout)).toMatchObject({
      exit_code: 5,
      command_exit_code: 5,
      verdict: 'unsafe',
      failed_checks: ['1 error in the report'],
      requests: 5,
      responses: { 200: 3, 422: 1, lost: 1 },
      outcomes: { approved: 2, declined: 1 },
      rules: { 'default/card-code': 1, 'default/reset-before': 1 },
    })
  })

  test('the start options, and data that stays where a folder is named', async () => {
    await using folder = await scratchFolder()
    const start = ['--data', 'kept', '--scenario', 'drift', '--clock', '2026-03-10T01:00:00Z']
    const look = `
      const ask = async (path) => (await fetch(process.env.SANDGATE_URL + '/_sandbox' + path)).json()
      const { scenarios } = await ask('/scenarios')
      console.log((await ask('/clock')).now, scenarios.map(({ name }) => name).join())
    `
    const args = ['exec', ...start, '--ready-file', 'ready.json', ...script(look)]
    const ended = await sandgate(args, { cwd: folder.path })
    expect(ended.stdout).toMatch(
      /^2026-03-10T01:00:00\.000Z drift\nUntested: no request reached the sandbox\n\nsandgate: 0 requests\n/,
    )
    expect(await readdir(folder.path)).toEqual(['kept'])
  })
})

describe('variables of the command', () => {
  const silent = ['exec', '--quiet', '--fail-on', 'never']
  const printing = (...names: readonly string[]) => [
    ...['--', 'sh', '-c', `printf '%s\\n' "${names.map((name) => `$${name}`).join(' ')}"`],
  ]

  test('a shop that reads its own variable is judged', async () => {
    const shop = purchases.replace('SANDGATE_API', 'GATEWAY_URL')
    const ended = await sandgate(['exec', '--env', 'GATEWAY_URL', ...inNode(shop)])
    expect(ended).toMatchObject({ code: 4, stderr: 'failed: 1 error in the report\n' })
  })

  test.each([
    ['a template', ['--env', 'G=http://{host}:{port}/v1'], {}],
    ['its variable', [], { SANDGATE_ENV: 'G={api}' }],
  ])('%s gives it the same address', async (_what, options, env) => {
    const { stdout } = await sandgate([...silent, ...options, ...printing('G', 'SANDGATE_API')], {
      env,
    })
    expect(stdout).toMatch(/^(http:\/\/127\.0\.0\.1:\d+\/v1) \1\n$/)
  })

  test('the config names them, and the command line replaces these', async () => {
    await using folder = await scratchFolder({
      'sandgate.config.yaml': 'exec: { env: [ONE, "TWO=a,{port}"] }',
    })
    const place = { cwd: folder.path }
    const found = await sandgate([...silent, ...printing('ONE', 'TWO')], place)
    expect(found.stdout).toMatch(/^http:\/\/127\.0\.0\.1:(\d+)\/v1 a,\1\n$/)
    const args = [...silent, '--env', 'TWO={world},b', ...printing('ONE', 'TWO')]
    expect((await sandgate(args, place)).stdout).toBe(' default,b\n')
  })

  test.each([
    [
      'HOST={hots}',
      "HOST={hots}': there is no {hots}: use {api}, {url}, {host}, {port} or {world}",
    ],
  ])('%s is refused', async (given, message) => {
    for (const starter of ['exec', 'sweep']) {
      const { code, stderr } = await sandgate([starter, '--env', given, '--', 'true'])
      expect(code).toBe(2)
      expect(stderr).toContain(`error: Invalid --env '${message}`)
    }
  })

  test('without a request, another server at the address and a proxy are named', async () => {
    await using other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = `http://localhost:${(other.address() as AddressInfo).port}/v1`
    const env = { HTTP_PROXY: 'http://127.0.0.1:9' }
    const args = ['--env', `GATEWAY_URL=${address}`, '--env', 'OWN=http://localhost:{port}']
    const { stderr } = await sandgate(['exec', ...args, '--', 'true'], { env })
    expect(advice(stderr)).toBe(`warning: No request arrived at http://127.0.0.1/v1.
The address is in SANDGATE_API, GATEWAY_URL and OWN. If your code reads another variable: npx sandgate exec --env GATEWAY_URL -- COMMAND
Tests that start their own sandbox with startSandbox() have to use connectSandbox() under exec.
HTTP_PROXY is set. NO_PROXY excludes this machine from it; check that your client reads it.
GATEWAY_URL is ${address}: another server listens there.
failed: no request reached the sandbox
`)
  })

  test.each([
    ['none', {}, '127.0.0.1,localhost,::1'],
    ['those that are there', { NO_PROXY: 'a.test, localhost' }, 'a.test,localhost,127.0.0.1,::1'],
    ['every address', { NO_PROXY: '*' }, '*'],
  ])('this machine is added to the exceptions of proxies: %s', async (_what, env, expected) => {
    const ended = await sandgate([...silent, ...printing('NO_PROXY', 'no_proxy')], { env })
    expect(ended.stdout).toBe(`${expected} ${expected}\n`)
  })
})

describe('requests that miss the API', () => {
  const forgotten = purchases.replace('SANDGATE_API', 'SANDGATE_URL')

  test('are told apart from none at all, with the address to use', async () => {
    const ended = await sandgate(['exec', ...script(forgotten)])
    expect(ended).toMatchObject({
      code: 4,
      stdout: expect.stringMatching(
        /^Untested: no request reached the API under \/v1\n\nsandgate: 5 requests\n {2}responses +5 with 404\n/,
      ),
    })
    expect(ended.stderr).toMatch(
      /^warning: 5 requests, but none under \/v1: the base URL is \$SANDGATE_API, http:\/\/127\.0\.0\.1:\d+\/v1\nfailed: no request reached \/v1\n$/,
    )
  })

  test('do not fail it where others reach the API of a world', async () => {
    const both = `${forgotten}; await fetch(process.env.SANDGATE_URL + '/w/blue/v1')`
    const ended = await sandgate(['exec', '--fail-on', 'warning', ...script(both)])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('the exit code', () => {
  test('is that of the command', async () => {
    const { code, stderr } = await sandgate(['exec', '--', 'sh', '-c', 'exit 42'])
    const first = ', and your command failed with exit code 42: look at its output first.'
    const failed = unused.replace(/\.$/m, first)
    expect([code, advice(stderr)]).toEqual([42, `${failed}failed: your command ended with 42\n`])
  })

  test('is that of the command even if the report has errors, and the last line shows it', async () => {
    const { code, stdout, stderr } = await sandgate([
      'exec',
      ...script(`${purchases}; process.exit(1)`),
    ])
    expect([code, stderr]).toEqual([1, 'failed: your command ended with 1\n'])
    expect(stdout).toMatch(/^Unsafe: 1 unresolved\n/)
  })

  test('is 128 and the number of the signal that killed the command', async () => {
    const killed = await sandgate(['exec', '--', 'sh', '-c', 'kill -9 $$'])
    expect(killed).toMatchObject({ code: 137, signal: null })
  })

  test('is 127 for a command that is not there', async () => {
    expect(await sandgate(['exec', '--', 'no-such-command', 'x'])).toMatchObject({
      code: 127,
      stdout: '',
      stderr: "error: Command not found: 'no-such-command'; check its name and PATH\n",
    })
  })

  test('is 126 for one that cannot be run', async () => {
    await using folder = await scratchFolder({ plain: 'no program' })
    const ended = await sandgate(['exec', '--', './plain'], { cwd: folder.path })
    expect(ended).toMatchObject({ code: 126 })
    expect(ended.stderr).toBe(
      "error: './plain' cannot be run: it is not executable; run chmod +x on it, or pass the program that runs it\n",
    )
  })

  test('is 2 without a command, and nothing is run when the sandbox cannot start', async () => {
    const ended = await sandgate(['exec'])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toBe('error: exec needs a command: npx sandgate exec -- npm test\n')
    const notStarted = ['exec', '--scenario', 'nosuch', ...script("console.log('ran')")]
    expect(await sandgate(notStarted)).toMatchObject({ code: 1, stdout: '' })
  })
})

describe('signals', () => {
  const untilTold = (signal: string, then: string) => `
    setInterval(() => undefined, 1000)
    process.on('${signal}', () => { ${then} })
    console.log('ready')
  `

  test('each that a command may listen to reaches it, and no other ends it', async () => {
    const signals = [
      ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1'] as const),
      ...(['SIGUSR2', 'SIGALRM', 'SIGWINCH', 'SIGCONT'] as const),
    ]
    const listening = signals.map((one) => `process.on('${one}', () => console.log('got ${one}'))`)
    const last = "process.on('SIGCONT', () => process.exit(9))"
    const command = `setInterval(() => undefined, 1000)\n${listening.join('\n')}\n${last}\nconsole.log('ready')`
    await using exec = new BinaryProcess(['exec', ...inNode(command)])
    await exec.printing('ready')
    for (const signal of signals) {
      exec.kill(signal)
      await exec.printing(`got ${signal}\n`)
    }
    const ended = await exec.ended
    expect({ ...ended, stderr: advice(ended.stderr) }).toMatchObject({
      code: 9,
      stdout: `ready\n${signals.map((one) => `got ${one}\n`).join('')}Untested: the run was cut short by SIGINT\n\nsandgate: 0 requests\n`,
      stderr: unused,
    })
  })

  test('a command that dies of a passed signal gives its code', async () => {
    await using exec = new BinaryProcess(['exec', ...inNode(untilTold('SIGUSR2', ''))])
    await exec.printing('ready')
    exec.kill('SIGTERM')
    expect((await exec.ended).code).toBe(143)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'a run that %s cuts short is never safe, in any form of its report',
    async (signal) => {
      await using folder = await scratchFolder({})
      const files = ['r.json', 'r.html', 'r.xml', 'r.md'].map((name) => folder.at(name))
      const reports = files.flatMap((file) => ['--report', file])
      const [declared = ''] = purchases.split('await pay')
      const paid = "await pay('4111111111111111', '1')"
      const waits = "setInterval(() => undefined, 1000); console.log('ready')"
      const stopped = `${declared}; ${paid}; ${waits}`
      const args = ['exec', ...reports, ...inNode(stopped)]
      await using exec = new BinaryProcess(args)
      await exec.printing('ready')
      exec.kill(signal)
      const { stdout } = await exec.ended
      const told = new RegExp(`run was cut short by ${signal}`)
      for (const file of files) expect(await readFile(file, 'utf8'), file).toMatch(told)
      expect(stdout).toMatch(told)
      expect(stdout).not.toMatch(/Safe/)
      const { verdict } = JSON.parse(await readFile(folder.at('r.json'), 'utf8'))
      expect(verdict).not.toBe('safe')
    },
  )

  test.skipIf(process.platform === 'win32').each([
    ['a shell, which the signal ends', 'while :; do echo line; done', 'exit'],
    ['a program whose write fails', `"$0" -e "setInterval(() => console.log('line'), 10)"`, 'exit'],
    ['a command that prints no more', 'echo line; read -r end <"$2"', 'exec <&-; echo >"$end"'],
  ])(
    'when nobody reads any more, what the command started ends with it: %s',
    async (_title, printing, unread) => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const connected = once(server, 'connection')
      const worker = `require('net').connect(${port}, '127.0.0.1'); setInterval(() => {}, 1000)`
      await using folder = await scratchFolder({})
      for (const name of ['go', 'end']) execFileSync('mkfifo', [folder.at(name)])
      const line = `"$0" -e "$1" </dev/null >/dev/null 2>&1 & ${printing}`
      const command = ['/bin/sh', '-c', line, process.execPath, worker, folder.at('end')]
      const pipeline = `go=$0 end=\${!#}; "${process.execPath}" "${binary}" exec -- "$@" | { read -r line; read -r go <"$go"; ${unread}; }`
      await using exec = new BinaryProcess(command, {}, ['bash', '-c', pipeline, folder.at('go')])
      const [socket]: Socket[] = await connected
      const gone = once(socket as Socket, 'close')
      await writeFile(folder.at('go'), 'go\n')
      await gone
      await exec.ended
      server.close()
    },
  )

  test('a command that outlives a Ctrl-C keeps its sandbox until it ends', async () => {
    const command = untilTold(
      'SIGINT',
      "console.log((await fetch(process.env.SANDGATE_URL + '/_sandbox/health')).status); process.exit(3)",
    ).replace("'SIGINT', () =>", "'SIGINT', async () =>")
    await using exec = new BinaryProcess(['exec', '--quiet', ...inNode(command)])
    await exec.printing('ready')
    expect(await exec.interrupt()).toMatchObject({ code: 3, stdout: 'ready\n200\n' })
  })

  test('a second Ctrl-C ends a command that will not, at once', async () => {
    const command = untilTold('SIGINT', "console.log('no')")
    await using folder = await scratchFolder({})
    const place = { cwd: folder.path, env: { CI: '' } }
    await using exec = new BinaryProcess(['exec', ...inNode(command)], place)
    await exec.printing('ready')
    exec.kill('SIGINT')
    await exec.printing('no')
    // It ends only when the command has let go of its stdout.
    expect(await exec.interrupt()).toMatchObject({ code: 130 })
    expect(await readdir(folder.at('.sandgate'))).toEqual(['.gitignore'])
  })
})

test('outside CI the last run is kept for open, and nothing else of it stays', async () => {
  await using folder = await scratchFolder()
  const place = { cwd: folder.path, env: { CI: '' } }
  const { stdout } = await sandgate(['exec', ...script(purchases)], place)
  expect(stdout).toMatch(/\nLook at this run: npx sandgate open\n$/)
  expect((await readdir(folder.at('.sandgate'))).sort()).toEqual(['.gitignore', 'last-run.jsonl'])
  await sandgate(['exec', '--quiet', ...script('')], place)
  await using opened = new Command(['open'], { cwd: folder.path })
  await opened.printing(/^'.*' ran on [-\d]+ [:\d]+ in Sydney: 5 requests$/m)
  await using elsewhere = await scratchFolder()
  const none = await sandgate(['open'], { cwd: elsewhere.path })
  expect([none.code, none.stderr]).toEqual([
    2,
    "error: There is no saved run or sweep in this folder; pass a file, or run 'npx sandgate exec' or 'npx sandgate sweep' first\n",
  ])
})

test('what a command deletes from the report is counted, and fails it', async () => {
  const deleting = `await fetch(process.env.SANDGATE_URL + '/_sandbox/report', { method: 'DELETE' })`
  const { code, stdout } = await sandgate(['exec', '--json', ...script(purchases + deleting)])
  const { verdict, failed_checks, report } = JSON.parse(stdout)
  expect([code, verdict, failed_checks]).toEqual([4, 'unsafe', ['1 error deleted from the report']])
  expect(report.deleted).toMatchObject({ requests: 5, counts: { error: 1 } })
  const text = '5 requests with 1 error'
  expect(report.headline).toContain(`Unsafe: ${text}`)
  expect(report.not_tested).toContain(
    `${text} were deleted from the report, by report --clear or DELETE /_sandbox/report.`,
  )
})
