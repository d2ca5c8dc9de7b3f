import { readdir } from 'node:fs/promises'
import type { Command } from 'commander'
import { expect, test, vi } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { everyCommand } from '../support/command-words.ts'
import { startTestSandbox } from '../support/start.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const RANGE = 'it must be a whole number from'

test.each<[string, string]>([
  ['strat', "Unknown command 'strat'. Did you mean 'start'?"],
  ['books', "Unknown command 'books'. Did you mean 'reconcile'?"],
  ['banana', "Unknown command 'banana'; 'npx sandgate --help' lists the commands"],
  ['reset here', "'here' is an unexpected argument; see 'npx sandgate reset --help'"],
  ['wait --timeout soon', "Invalid --timeout 'soon': write for example "],

  [
    '--url http://127.0.0.1:1 magic --json',
    '--url belongs after the command: npx sandgate magic --json --url http://127.0.0.1:1',
  ],
  ['--world=blue', '--world belongs after the command: npx sandgate status --world=blue'],

  ['clock advnce', "Unknown command 'clock advnce'. Did you mean 'clock advance'?"],
  [
    'clock foo',
    "Unknown command 'clock foo'; clock has advance, set, freeze, resume, upcoming and show",
  ],
  ['clock advance', 'clock advance needs <duration>: npx sandgate clock advance <duration...>'],
  ['exec --scenario --report x -- touch ran', "--scenario needs a value before '--report': --sc"],
  ['sweep --scenario -h -- touch ran', "--scenario needs a value before '-h': --scenario <name>"],
  ['resolve 5', '--status is missing: --status <status>'],
  [
    'requests --all-worlds --after 3',
    '--after and --all-worlds cannot be used together; leave one of them out',
  ],
  ['openapi --yaml --json', '--json and --yaml cannot be used together; leave one of them out'],
  [
    'payments --test a --since-reset',
    '--since-reset and --test cannot be used together; leave one of them out',
  ],
  ['start --memory=yes', '--memory takes no value; write it alone, or leave it out'],
  ['clock advance 3x', "Invalid duration '3x': a duration is "],
  ['clock advance -1d', "Invalid duration '-1d': time only moves forward"],
  ['clock advance --wrold x', "Unknown option '--wrold'. Did you mean '--world'?"],
  [
    'clock set tomorrow',
    "Invalid instant 'tomorrow': it must be an ISO 8601 instant with time and offset",
  ],

  [
    'exec --quick -- touch ran',
    "Unknown option '--quick', which is an option of sweep; --help shows the arguments and options",
  ],
  [
    'status --csv',
    "Unknown option '--csv', which is an option of payments, transactions, customers ",
  ],

  ['settle', 'settle needs either the audit numbers of transactions or --all'],
  ['settle x', `Invalid audit 'x': ${RANGE} 1 to 2147483647`],
  ['settle --all --code 99', "Invalid --code '99': the code of a return is 1 to 9"],
  ['settle --all --declined --code 00', '--code 00 clears a debit; leave --declined out'],
  ['expire', 'expire needs correlation ids, or --all'],
  ['expire a --all', '--all means every id; leave it or the ids out'],

  [
    'sweep --faults busy --at after -- touch ran',
    '--faults busy never happens after processing: change --at',
  ],
  [
    'exec --record nowhere/run.jsonl -- touch ran',
    "Invalid --record 'nowhere/run.jsonl': there is no folder nowhere; create it first",
  ],

  [
    'exec --report out.pdf -- touch ran',
    "Invalid --report 'out.pdf': a report cannot be .pdf, only .json, .xml (JUnit), .md, .html or .txt",
  ],
  [
    'transactions --status penidng',
    "Invalid --status 'penidng'. Did you mean 'pending'? Use approved, declined, pending, error, voided or unknown",
  ],
  [
    'transactions --limit 201',
    `Invalid --limit '201': ${RANGE} 1 to 200; --csv without --limit prints all rows`,
  ],
  ['customers shop', `Invalid id 'shop': ${RANGE} 1 to 2147483647`],
  ['customers 1 --limit 5', '--limit is for the list; leave it or the id out'],
  [
    'transactions 1000001 --status pending',
    '--status is for the list; leave it or the audit number ',
  ],
  ['requests 1 --lost', '--lost is for the list; leave it or the id out'],
  ['requests --curl', "--curl needs the id of a request, as in 'npx sandgate requests'"],
  ['requests --status ok', `Invalid --status 'ok': ${RANGE} 100 to 599`],

  ['seed --customers 100001', `Invalid --customers '100001': ${RANGE} 0 to 100000`],
  ['resolve 1 --status declined --code 5x1x', "Invalid --code '5x1x': a bank's code is 1 to 3 "],
  ['return 1 --code 99', "Invalid --code '99': the code of a return is 1 to 9"],
  [
    'coverage --plan nosuch',
    'There is no plan nosuch; a plan is a file or a built-in one: go-live-au',
  ],
  ['world create Blue', "Invalid name 'Blue': use 1 to 40 characters (a-z, "],
  [
    'world create con',
    "Invalid name 'con': no folder can have this name on Windows, where it means a device; use ",
  ],
  ['clock --world nul', "Invalid --world 'nul': no folder can have "],

  ['scenario lod x', "Unknown command 'scenario lod'. Did you mean 'scenario load'?"],
  ['scenario load ./nosuch.yaml', 'There is no scenario file ./nosuch.yaml'],
  ['scenario check nosuch', 'There is no scenario file ./nosuch'],
])('%s is bad usage', expectMisuse)

test.each([
  ['transactions --after', '--after needs a value: --after <id>'],
  ['report run.jsonl -o', '--output needs a value: -o, --output <file>'],
  ['-p', '--port needs a value: -p, --port <n>'],
  ['clock advance 1d --world', '--world needs a value: --world <name>'],
  ['clock --url', '--url needs a value: --url <url>'],
])('%s ends with an option without its value', async (line, message) => {
  const stderr = `error: ${message}\n`
  expect(await sandgate(line.split(' '))).toMatchObject({ code: 2, stdout: '', stderr })
})

test('no option takes the -- before a command for its value', async () => {
  const valued = (await everyCommand()).flatMap(withMembers).flatMap((command) => {
    const options = command.options.filter(({ required }) => required)
    return options.map(({ long, flags }) => ({ words: [...pathOf(command), long ?? flags], flags }))
  })
  expect(valued.length).toBeGreaterThan(100)
  for (const { words, flags } of valued) {
    const ended = await sandgate([...words, '--', '--help'])
    const stderr = `error: ${words.at(-1)} needs a value before '--': ${flags}\n`
    expect(ended, words.join(' ')).toMatchObject({ code: 2, stdout: '', stderr })
  }
})

function withMembers(command: Command): readonly Command[] {
  return [command, ...command.commands]
}

/** `['clock', 'advance']` */
function pathOf(command: Command): readonly string[] {
  return [...(command.parent === null ? [] : pathOf(command.parent)), command.name()]
}

test('exec --report -- writes no file named --, and does not run the command', async () => {
  await using folder = await scratchFolder()
  const words = ['exec', '--report', '--', process.execPath, '--eval', 'console.log("ran")']
  const { code, stdout, stderr } = await sandgate(words, { cwd: folder.path })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toBe("error: --report needs a value before '--': --report <file>\n")
  expect(await readdir(folder.path)).toEqual([])
})

test.each<[string, string]>([
  [
    '--amount 0',
    "Invalid --amount '0': it cannot be in a request: an amount does not begin with 0",
  ],
  [
    '--pan 4111111111111112',
    'Invalid --pan: it cannot be in a request: this one fails the Luhn check',
  ],
  [
    '--account-number x',
    'Invalid --account-number: it cannot be in a request: an account number has only digits',
  ],
  [
    '--bsb 032-051 --pan 4111111111111111',
    "Invalid --bsb '032-051': it cannot be in a request: a card has no bsb",
  ],
  [
    '--operation void --amount 100',
    "Invalid --amount '100': it cannot be in a request: no void has amount",
  ],
  ['--kvp x', "Invalid --kvp 'x': write it as key=value"],
  ['--kvp a-b=1', "Invalid --kvp 'a-b=1': a key has 1 to 64 letters, digits, "],
  ['--at 2026-02-30', "Invalid --at '2026-02-30': there is no day 2026-02-30"],
  ['--kvp a="', 'Invalid --kvp a: it cannot be in a request: a KVP has only ASCII letters'],
])('scenario explain %s is no request, and refused', async (options, message) => {
  await using sandbox = await startTestSandbox()
  await expectMisuse(`scenario explain ${options} --url ${sandbox.url}`, message)
})

/** One line that says what is wrong, and nothing for whoever reads stdout. */
async function expectMisuse(line: string, message: string): Promise<void> {
  const words = line.split(' ')
  const ended = await sandgate(words.includes('--json') ? words : [...words, '--json'])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain(`error: ${message}`)
  expect(ended.stderr.trim().split('\n')).toHaveLength(1)
}

test.each(['scenario', 'snapshot', 'world'])('%s alone shows its commands', async (group) => {
  const ended = await sandgate([group])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain(`Usage: sandgate ${group}`)
})

test.each(['--help', 'help', '-h'])('%s lists all commands', async (word) => {
  const { code, stdout, stderr } = await sandgate([word])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^ {2}start {2,}.*\n/m)
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

test.each([
  ['help', 'clock', 'advance'],
  ['clock', 'advance', '--help'],
])('%s %s %s explains a command', async (...words) => {
  const { code, stdout } = await sandgate(words)
  expect(code).toBe(0)
  expect(stdout).toContain('Usage: sandgate clock advance [options] <duration...>')
})

test('--version is the version', async () => {
  expect(await sandgate(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
})

test('a snapshot is not saved under a name that cannot be given', async () => {
  await using sandbox = await CommandSandbox.start(['--quiet'])
  const { code, stdout, stderr } = await sandbox.run(['snapshot', 'save', 'a b 4111111111111111'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^error: Invalid snapshot name 'a b 411111xxxxxx1111': it has 1 to 80 /)
})

test('what is not there is a failure of one line, and stdout stays empty', async () => {
  await using sandbox = await CommandSandbox.start(['--quiet'])
  await using folder = await scratchFolder({ 'bad.json': '{"x":', 'empty.json': '', 'dir/x': '' })
  for (const [line, message] of [
    [
      'transactions 99',
      "There is no transaction 99; 'npx sandgate transactions' lists what is there",
    ],
    ['customers 99', "There is no customer 99; 'npx sandgate customers' lists what is there"],
    ['requests 99', "There is no recorded request 99; 'npx sandgate requests' lists what is there"],
    [
      'scenario show nosuch',
      "There is no active or built-in scenario 'nosuch'; there are default, acquirer-down, drift,",
    ],
    ['scenario show flakyday', "scenario 'flakyday'. Did you mean 'flaky-day'?"],
    ['scenario load nosuch', "There is no built-in scenario 'nosuch'"],
    [
      'scenario unload nosuch',
      "'nosuch' is loaded; 'npx sandgate scenario list' lists what is there",
    ],
    ['rule remove nosuch', "rule 'nosuch'; 'npx sandgate rule list' lists what is there"],
    [
      'snapshot load nosuch --world default',
      "'npx sandgate snapshot list --world default' lists what is there",
    ],
    ['snapshot load nosuch', "There is no snapshot 'nosuch'; 'npx sandgate snapshot list' lists "],
    [
      'snapshot remove nosuch',
      "There is no snapshot 'nosuch'; 'npx sandgate snapshot list' lists ",
    ],
    ['snapshot load ../x', "Invalid snapshot name '../x': it has 1 to 80 "],
    ['requests --world nosuch', "There is no world 'nosuch'; the only one is default"],
    ['world remove nosuch', "There is no world 'nosuch'; 'npx sandgate world list' lists "],
    ['world remove default', 'The default world cannot be removed'],
    ['import bad.json', 'bad.json cannot be imported: Not JSON'],
    [
      'import empty.json',
      "empty.json cannot be imported: Not JSON; 'npx sandgate export' writes a file that can be",
    ],
  ] as const) {
    const ended = await sandbox.run([...line.split(' '), '--json'], { cwd: folder.path })
    expect(ended, line).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^error: .*\n$/)
    expect(ended.stderr).toContain(message)
  }
})

test.each([
  'import nowhere.json',
  'open nowhere.json',
  'report nowhere.json',
  'scenario check nowhere.yaml',
  'scenario load ./nowhere.yaml',
  'scenario show ./nowhere.yaml',
  'reconcile nowhere.json',
  'start --config nowhere.yaml',
  'start --memory --import nowhere.json',
  'start --memory --control-token-file nowhere.txt',
  'exec --plan nowhere.yaml -- true',
  'start --memory --tls-cert nowhere.pem --tls-key nowhere.key',
  'start --memory --scenario ./nowhere.yaml',
])('%s ends with 2, since the file is missing', async (line) => {
  await using folder = await scratchFolder()
  const { code, stdout, stderr } = await sandgate(line.split(' '), { cwd: folder.path })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^error: [^\n]*nowhere[^\n]*\n$/)
})
