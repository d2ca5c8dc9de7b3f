import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { hasWholeSweeps, isWhole } from '../support/extent.ts'
import { isHere } from '../support/outside/needs.ts'
import { type Ended, runProgram } from '../support/run-program.ts'
import { comesThrough, isSweptSafely, trials } from '../support/trials.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

const root = path.resolve(import.meta.dirname, '../..')
const suites = path.join(root, 'examples/suites')
const jestModules = path.join(suites, 'jest/node_modules')

let folder: Scratch

beforeAll(async () => {
  folder = await scratchFolder()
  await cp(suites, folder.at('suites'), {
    recursive: true,
    filter: (name) => !name.includes('node_modules'),
  })
  await installPackage()
  await symlink(jestModules, folder.at('suites/jest/node_modules'))
  await symlink(path.join(root, 'node_modules/vitest'), folder.at('suites/node_modules/vitest'))
  await symlink(path.join(suites, 'backend/node_modules'), folder.at('suites/backend/node_modules'))
})
afterAll(() => folder[Symbol.asyncDispose]())

/** What npm would publish, where all of the suites find it. */
async function installPackage(): Promise<void> {
  const pack = ['npm', 'pack', '--ignore-scripts', '--pack-destination', folder.path]
  expect((await runProgram(pack, { cwd: root })).code).toBe(0)
  const place = folder.at('suites/node_modules/sandgate')
  await mkdir(place, { recursive: true })
  const script = `tar -xzf ./*.tgz -C '${place}' --strip-components=1`
  expect((await runProgram(['sh', '-c', script], { cwd: folder.path })).code).toBe(0)
}

const { SANDGATE_URL: _url, SANDGATE_API: _api, NODE_OPTIONS: _options, ...plain } = process.env

function runIn(suite: string, command: readonly string[], given = {}): Promise<Ended> {
  const env = { ...plain, NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1', ...given }
  return runProgram(command, { cwd: folder.at(`suites/${suite}`), env })
}

function underExec(suite: string, command: readonly string[], given = {}): Promise<Ended> {
  const binary = folder.at('suites/node_modules/sandgate/bin/sandgate.js')
  return runIn(suite, [process.execPath, binary, 'exec', '--json', '--', ...command], given)
}

/** Three payments, one of them asked for after its answer was lost, and one looked up. */
function expectVerdict({ code, stdout, stderr }: Ended): void {
  expect(code, stdout + stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    exit_code: 0,
    requests: 5,
    outcomes: { approved: 2, pending: 1 },
    rules: { 'rules/rule-1': 1, 'default/debit-returned': 1 },
  })
}

const jest = [process.execPath, 'node_modules/jest/bin/jest.js']
const vitest = [process.execPath, '../node_modules/vitest/vitest.mjs', 'run']

test.skipIf(!isHere('jest') || !isWhole)(
  'ts-jest in a CommonJS project starts a sandbox, or uses that of exec',
  async () => {
    expectVerdict(await underExec('jest', jest))
    const alone = await runIn('jest', jest)
    expect(alone.code, alone.stderr).toBe(0)
    expect(alone.stderr).toContain('3 passed')
  },
)

test('vitest gives each test a world, in its own sandbox or that of exec', async () => {
  const alone = await runIn('vitest', vitest)
  expect(alone.code, alone.stdout + alone.stderr).toBe(0)
  expect(alone.stdout).toContain('3 passed')
  expectVerdict(await underExec('vitest', vitest))
})

test.skipIf(!isHere('backend'))('supertest resets the sandbox before each test', async () => {
  const tests = [process.execPath, '--test']
  const alone = await runIn('backend', tests)
  expect(alone.code, alone.stdout).toBe(0)
  const { code, stdout } = await underExec('backend', tests, { SANDGATE_ENV: 'GATEWAY_URL' })
  expect(code, stdout).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ outcomes: { approved: 1, declined: 1 } })
})

test.skipIf(!isHere('backend'))('four workers of Playwright share one app', async () => {
  await writeFile(folder.at('suites/required.yaml'), 'worlds: { required: true }\n')
  const workers = ['--workers', '4', '--repeat-each', '4']
  const tests = [process.execPath, 'node_modules/@playwright/test/cli.js', 'test', ...workers]
  const { code, stdout, stderr } = await underExec('backend', tests, {
    PORT: String(await freePort()),
    SANDGATE_CONFIG: '../required.yaml',
    SANDGATE_ENV: 'GATEWAY_URL',
  })
  expect(code, stdout + stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ outcomes: { approved: 4, declined: 4 } })
})

const python = ['python3', '-m', 'pytest', '-p', 'no:cacheprovider']

test.skipIf(!isHere('pytest'))('pytest gives each test a world in the sandbox of exec', async () =>
  expectVerdict(await underExec('pytest', python)),
)

/** A test that sends a payment again without asking what happened to the first, in each language. */
const blind: Readonly<
  Record<string, { readonly file: string; readonly before?: string; readonly code: string }>
> = {
  pytest: {
    file: 'test_checkout.py',
    code: `
def test_pays_blindly(sandbox):
    import checkout
    sandbox.load({"name": "lost", "rules": [{"outcome": {"fault": {"at": "after", "reset": True}}}]})
    amount = {"total_amount": "1995", "currency": "AUD"}
    transaction = {"reference": "order 4", "amount_details": amount, "payment_method": CARD}
    sent = {"merchant": {"id": 1}, "transaction": transaction}
    for id in ["a", "b"]:
        headers = {"Content-Type": "application/json", "X-Correlation-Id": id}
        checkout.call(sandbox.api + "/transactions/purchase", sent, headers)
`,
  },
  phpunit: {
    file: 'CheckoutTest.php',
    before: '    /** Your own code',
    code: `    public function testPaysBlindly(): void
    {
        $fault = ['at' => 'after', 'reset' => true];
        $this->sandbox->control('POST', '/rules', ['outcome' => ['fault' => $fault]]);
        $this->assertSame(0, $this->purchase('order-4', self::CARD, 'a')[0]);
        $this->assertSame(200, $this->purchase('order-4', self::CARD, 'b')[0]);
    }

`,
  },
  junit: {
    file: 'CheckoutTest.java',
    before: '  /**\n   * Your own code',
    code: `  @Test
  void paysBlindly(Sandgate.World sandbox) throws Exception {
    sandbox.control("POST", "/rules", "{\\"outcome\\":{\\"fault\\":{\\"at\\":\\"after\\",\\"reset\\":true}}}");
    for (int i = 0; i < 2; i++) purchase(sandbox, "order-4", CARD, newId());
  }

`,
  },
  go: {
    file: 'checkout_test.go',
    code: `
func TestPaysBlindly(t *testing.T) {
	sandbox := Sandbox(t)
	rule := map[string]any{"outcome": map[string]any{"fault": map[string]any{"at": "after", "reset": true}}}
	sandbox.Control("POST", "/rules", rule, nil)
	_, _ = purchase(sandbox.API, "order-4", card, "a")
	_, _ = purchase(sandbox.API, "order-4", card, "b")
}
`,
  },
}

const phpunit = ['phpunit', '--do-not-cache-result', 'CheckoutTest.php']

const junitJars = [
  ...['junit-jupiter-api', 'junit-jupiter-engine', 'junit-platform-commons'],
  ...['junit-platform-engine', 'junit-platform-launcher', 'junit-platform-console'],
  ...['junit-platform-reporting', 'opentest4j', 'apiguardian-api', 'picocli'],
].map((name) => `/usr/share/java/${name}.jar`)
const junitRun = `java -XX:TieredStopAtLevel=1 -cp ${junitJars.join(':')}:built org.junit.platform.console.ConsoleLauncher --scan-classpath built --disable-banner --disable-ansi-colors`
const junit = `{ [ -d built ] || javac -cp ${junitJars.join(':')} -d built *.java; } && ${junitRun}`

test.for([
  {
    suite: 'pytest',
    command: python,
    need: 'pytest',
    failed: /1 failed, 3 passed/,
    label: 'test_checkout.py::test_pays_blindly',
  },
  {
    suite: 'phpunit',
    command: phpunit,
    need: 'phpunit',
    failed: /Tests: 4, .*Failures: 1\./,
    label: 'CheckoutTest::testPaysBlindly',
  },
  {
    suite: 'junit',
    command: ['sh', '-c', junit],
    need: 'junit',
    failed: /3 tests successful/,
    label: 'CheckoutTest#paysBlindly',
  },
  {
    suite: 'go',
    command: ['go', 'test', '-vet=off', '-count=1', '-v', './...'],
    need: 'go',
    failed: /--- FAIL: TestPaysBlindly/,
    label: 'TestPaysBlindly',
  },
] as const)(
  'the fixture of $suite starts a sandbox or uses that of exec, and fails the test that causes a finding, with its steps',
  async ({ suite, command, need, failed, label }, { skip }) => {
    skip(!isHere(need), 'there is nothing to run it with')
    const { file = '', before = '', code = '' } = blind[suite] ?? {}
    const name = folder.at(`suites/${suite}/${file}`)
    const text = await readFile(name, 'utf8')
    await writeFile(name, before === '' ? text + code : text.replace(before, code + before))
    const binary = folder.at('suites/node_modules/sandgate/bin/sandgate.js')
    const given = { SANDGATE_PROGRAM: `${process.execPath} ${binary}` }
    const { code: exit, stdout, stderr } = await runIn(suite, command, given)
    const said = stdout + stderr
    expect(exit, said).not.toBe(0)
    expect(said).toMatch(failed)
    expect(said).toMatch(/ERROR double-charge: order.4, AUD 19.95/)
    expect(said).toContain('the response was lost after the money moved (connection reset)')
    expect(said).toMatch(/First ask GET .*correlation/)
    // The fixture and the verdict of exec show the same times.
    const times = await runIn(suite, [process.execPath, binary, 'exec', '--', ...command])
    const steps = (times.stdout + times.stderr).match(/^.*lost after the money moved.*$/gm) ?? []
    const shown = steps.map((line) => /\d\d:\d\d:\d\d\.\d{3}/.exec(line)?.[0])
    expect(shown.length).toBeGreaterThan(1)
    expect(new Set(shown).size).toBe(suite === 'pytest' ? 2 : 1)
    // Told to ignore findings, all tests pass, and the report of exec names the test.
    const judged = await underExec(suite, command, { SANDGATE_FAIL_ON: 'never' })
    await writeFile(name, text)
    await rm(folder.at('suites/junit/built'), { recursive: true, force: true })
    expect(JSON.parse(judged.stdout), judged.stderr).toMatchObject({
      exit_code: 4,
      command_exit_code: 0,
      report: {
        findings: expect.arrayContaining([
          expect.objectContaining({
            code: 'double-charge',
            test: expect.objectContaining({ label }),
          }),
        ]),
      },
    })
  },
)

/** The command of each suite that has a fixture of its own. */
const fixtures = [
  { suite: 'pytest', command: python, need: 'pytest' },
  { suite: 'phpunit', command: phpunit, need: 'phpunit' },
  { suite: 'junit', command: ['sh', '-c', junit], need: 'junit' },
  { suite: 'go', command: ['go', 'test', '-vet=off', '-count=1', './...'], need: 'go' },
] as const

test.for(fixtures)(
  'the fixture of $suite starts the sandgate of the PATH, and names SANDGATE_PROGRAM if there is none',
  async ({ suite, command, need }, { skip }) => {
    skip(!isHere(need), 'there is nothing to run it with')
    const none = await runIn(suite, command)
    expect(none.code).not.toBe(0)
    expect(none.stdout + none.stderr).toContain(
      'There is no sandgate in node_modules or on the PATH: install it, or set SANDGATE_PROGRAM to its path',
    )
    expect(none.stdout + none.stderr).not.toMatch(traces)
    const bin = folder.at(`${suite}-bin`)
    await mkdir(bin)
    await symlink(
      folder.at('suites/node_modules/sandgate/bin/sandgate.js'),
      path.join(bin, 'sandgate'),
    )
    const given = { PATH: `${bin}${path.delimiter}${process.env.PATH}` }
    const found = await runIn(suite, command, given)
    expect(found.code, found.stdout + found.stderr).toBe(0)
  },
)

test.for(fixtures)(
  'the suite of $suite passes on a weekend, when a debit is lodged later',
  async ({ suite, command, need }, { skip }) => {
    skip(!isHere(need), 'there is nothing to run it with')
    const ended = await underExec(suite, command, { SANDGATE_CLOCK: '2026-11-20T18:00:00Z' })
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  },
)

/** A second test in each suite whose name begins with that of the first, and how to run one test. */
const oneTest = [
  {
    suite: 'vitest',
    command: vitest,
    isInstalled: true,
    each: `${vitest.join(' ')} -t {pattern}`,
    file: 'checkout.test.ts',
    code: "test('a card is charged once', ({ sandbox }) => fetch(sandbox.api + '/customers'))\n",
    printed: /does not make the call .*3 skipped/,
    label: 'a card is charged',
  },
  {
    suite: 'jest',
    command: jest,
    isInstalled: isHere('jest'),
    each: `${jest.join(' ')} -t {pattern}`,
    file: 'checkout.test.ts',
    code: "test('a card is charged once', () => fetch(sandbox.api + '/customers'))\n",
    printed: /does not make the call .*3 skipped/,
    label: 'a card is charged',
  },
  {
    suite: 'pytest',
    command: python,
    isInstalled: isHere('pytest'),
    each: `${python.join(' ')} {test}`,
    file: 'test_checkout.py',
    code: '\ndef test_a_card_is_charged_once(sandbox):\n    test_a_card_is_charged(sandbox)\n',
    printed: /exit code 4: ERROR: not found: \S+test_a_card_is_chargeds/,
    label: 'test_checkout.py::test_a_card_is_charged',
  },
  {
    suite: 'phpunit',
    command: phpunit,
    isInstalled: isHere('phpunit'),
    each: `${phpunit.join(' ')} --filter {pattern}`,
    file: 'CheckoutTest.php',
    before: '    /** Your own code',
    code: '    public function testACardIsChargedOnce(): void { $this->testACardIsCharged(); }\n\n',
    printed: /does not make the call .*: No tests executed!/,
    label: 'CheckoutTest::testACardIsCharged',
  },
  {
    // As Maven chooses a test by its name, the launcher of JUnit does with its parameters.
    suite: 'junit',
    command: ['sh', '-c', junit],
    isInstalled: isHere('junit'),
    each: `${junitRun.replace('--scan-classpath built', "--select-method={test}'(Sandgate$World)'")}`,
    file: 'CheckoutTest.java',
    before: '  /**\n   * Your own code',
    code: '  @Test void aCardIsChargedOnce(Sandgate.World s) throws Exception { aCardIsCharged(s); }\n\n',
    printed: /exit code \d+: .*exception: .*aCardIsChargeds/i,
    label: 'CheckoutTest#aCardIsCharged',
  },
  {
    suite: 'go',
    command: ['go', 'test', '-vet=off', '-count=1', './...'],
    isInstalled: isHere('go'),
    each: 'go test -vet=off -count=1 -run {pattern} ./...',
    file: 'checkout_test.go',
    code: '\nfunc TestACardIsChargedOnce(t *testing.T) { TestACardIsCharged(t) }\n',
    printed: /does not make the call .*no tests to run/,
    label: 'TestACardIsCharged',
  },
] as const

test.for(oneTest)(
  'sweep --each runs one test of $suite by its name',
  async ({ suite, command, isInstalled, each, file, code, label, ...rest }, { skip }) => {
    skip(!isInstalled, 'there is nothing to run it with')
    skip(!isWhole && suite !== 'phpunit', 'it takes long')
    const name = folder.at(`suites/${suite}/${file}`)
    const text = await readFile(name, 'utf8')
    const before = 'before' in rest ? rest.before : ''
    await writeFile(name, before === '' ? text + code : text.replace(before, code + before))
    await rm(folder.at('suites/junit/built'), { recursive: true, force: true })
    const binary = folder.at('suites/node_modules/sandgate/bin/sandgate.js')
    const kept = folder.at(`${suite}-kept`)
    const options = [
      ...['--json', '--depth', '1', '--at', 'after', '--faults', 'http', '--artifacts', kept],
      ...['--each', each, '--only'],
    ]
    const run = [process.execPath, binary, 'sweep', ...options]
    const cell = `${label.toLowerCase().replaceAll(/[^a-z]+/g, '-')}/purchase-1/after/http`
    const { code: exit, stdout, stderr } = await runIn(suite, [...run, cell, '--', ...command])
    await writeFile(name, text)
    expect(exit, stdout + stderr).toBe(0)
    const { cells, not_tried }: Swept = JSON.parse(stdout)
    expect(cells.map(({ name, result }) => [name, result])).toEqual([[cell, 'safe']])
    expect(not_tried.filter(({ what }) => what.endsWith(' alone'))).toEqual([])
    const recorded = await readFile(path.join(kept, cell, 'run.jsonl'), 'utf8')
    expect(recorded.match(/"record":"test".*?"name":"[^"]+"/g)).toEqual([
      expect.stringContaining(`"name":"${label}"`),
    ])
  },
)

test.for(oneTest)(
  'sweep --each names a test of $suite that does not run alone, with what its runner printed',
  async ({ suite, command, isInstalled, each, printed }, { skip }) => {
    skip(!isInstalled, 'there is nothing to run it with')
    skip(!isWhole && suite !== 'phpunit', 'it takes long')
    const binary = folder.at('suites/node_modules/sandgate/bin/sandgate.js')
    const wrong = each.replace(/\{\w+\}/, (name) => `${name}s`)
    const options = ['--json', '--quick', '--depth', '1', '--faults', 'http', '--each', wrong]
    const run = [process.execPath, binary, 'sweep', ...options, '--', ...command]
    const { stdout, stderr } = await runIn(suite, run)
    expect(stdout + stderr).toMatch(printed)
  },
)

interface Swept {
  readonly cells: readonly { readonly name: string; readonly result: string }[]
  readonly not_tried: readonly { readonly what: string }[]
}

/** Where something was thrown, in the languages of the suites. */
const traces = /Traceback|^\s+at \w|^#0 |goroutine \d/m

const wrongVariables = [
  [
    { SANDGATE_FAIL_ON: 'sometimes' },
    /Invalid SANDGATE_FAIL_ON 'sometimes': use error, warning or never/,
  ],
  [
    { SANDGATE_URL: 'localhost' },
    /Invalid SANDGATE_URL 'localhost': use an address such as http:\/\/127\.0\.0\.1:7263/,
  ],
  [
    { SANDGATE_URL: 'http://127.0.0.1:1' },
    /There is no sandbox at SANDGATE_URL 'http:\/\/127\.0\.0\.1:1': \S/,
  ],
  [{ SANDGATE_PROGRAM: '/nowhere/sandgate' }, /\/nowhere\/sandgate/],
] as const

test.for(
  fixtures.flatMap((one) => wrongVariables.map(([given, said]) => ({ ...one, given, said }))),
)(
  'the fixture of $suite says in one line what is wrong with $given',
  async ({ suite, command, need, given, said }, { skip }) => {
    skip(!isHere(need), 'there is nothing to run it with')
    const { code, stdout, stderr } = await runIn(suite, command, given)
    expect(code).not.toBe(0)
    expect(stdout + stderr).toMatch(said)
    expect(stdout + stderr).not.toMatch(traces)
  },
)

test.skipIf(!isHere('pytest'))('pytest reads sandgate_fail_on from its ini file', async () => {
  const { file = '', code = '' } = blind.pytest ?? {}
  const name = folder.at(`suites/pytest/${file}`)
  const text = await readFile(name, 'utf8')
  const ini = folder.at('suites/pytest/pytest.ini')
  const run = async (value: string) => {
    await writeFile(ini, `[pytest]\nsandgate_fail_on = ${value}\n`)
    return underExec('pytest', [...python, '-k', 'blindly'])
  }
  try {
    await writeFile(name, text + code)
    expect(JSON.parse((await run('never')).stdout)).toMatchObject({ command_exit_code: 0 })
    const wrong = await run('sometimes')
    expect(wrong.stderr).toContain(
      "Invalid sandgate_fail_on 'sometimes': use error, warning or never",
    )
    expect(JSON.parse(wrong.stdout)).toMatchObject({ command_exit_code: 4 })
  } finally {
    await writeFile(name, text)
    await rm(ini)
  }
})

const runners = [
  { suite: 'vitest', command: vitest, isHere: true },
  { suite: 'jest', command: jest, isHere: isHere('jest') },
  { suite: 'pytest', command: python, isHere: isHere('pytest') },
]

test.for(runners.flatMap((runner) => trials.map((trial) => ({ ...runner, ...trial }))))(
  'the tests in $suite pass and are safe when $trouble',
  async ({ suite, command, isHere, ...trial }, { skip }) => {
    skip(!isHere, 'there is nothing to run it with')
    skip(!isWhole, 'it takes long')
    await comesThrough(trial, (url) => {
      const given = { SANDGATE_URL: url, SANDGATE_API: `${url}/v1` }
      return runIn(suite, command, given)
    })
  },
)

test.for(runners)(
  'the tests in $suite are safe in every cell of a sweep',
  { timeout: 3_600_000 },
  async ({ suite, command, isHere }, { skip }) => {
    skip(!isHere, 'there is nothing to run it with')
    skip(!hasWholeSweeps, 'it takes long')
    await isSweptSafely(command, folder.at(`suites/${suite}`))
  },
)

test.each(['jest', 'vitest'])(
  '%s needs what its README says to copy, and no more',
  async (name) => {
    const text = await readFile(path.join(suites, name, 'checkout.test.ts'), 'utf8')
    const outside = [...text.matchAll(/from '(\.\.\/[^']+)'/g)].map(([, file]) => file)
    expect(outside.map((file) => file?.replace(/\.ts$/, ''))).toEqual(['../checkout'])
    const readme = await readFile(path.join(suites, 'README.md'), 'utf8')
    expect(readme).toContain('For Jest and Vitest, copy `checkout.ts`')
    const shared = await readFile(path.join(suites, 'checkout.ts'), 'utf8')
    expect(shared).not.toMatch(/from '\./)
  },
)
