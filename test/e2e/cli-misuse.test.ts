import { readdir } from 'node:fs/promises'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { everyCommand } from '../support/command-words.ts'
import { startTestSandbox } from '../support/start.ts'

test.each<[string, string]>([
  // Commander's words, with what to do next.
  ['strat', "unknown command 'strat' (Did you mean start?)"],
  ['banana', "unknown command 'banana'; see 'npx sandgate --help'"],
  ['clock advnce', "unknown command 'advnce'. Did you mean 'advance'?"],
  [
    'clock advance',
    "missing required argument 'duration'; see 'npx sandgate clock advance --help'",
  ],
  ['start --prot 1', "unknown option '--prot' (Did you mean --port?)"],
  ['resolve 5', "required option '--status <status>' not specified; see 'npx sandgate resolve "],
  [
    'transactions --status penidng',
    "option '--status <status>' argument 'penidng' is invalid. Allowed choices are approved, declined, ",
  ],
  ['--world=blue', '--world belongs after the command: npx sandgate status --world=blue'],
  ['exec --scenario --report x -- touch ran', "--scenario needs a value before '--report': --sc"],
  [
    'requests --all-worlds --after 3',
    '--after and --all-worlds cannot be used together; leave one of them out',
  ],
  ['clock advance 3x', "Invalid duration '3x': a duration is "],
  ['clock advance -1d', "Invalid duration '-1d': time only moves forward"],
  ['settle', 'settle needs either the audit numbers of transactions or --all'],
  ['expire a --all', '--all means every id; leave it or the ids out'],
  [
    'exec --record nowhere/run.jsonl -- touch ran',
    "Invalid --record 'nowhere/run.jsonl': there is no folder nowhere; create it first",
  ],
  [
    'exec --report out.pdf -- touch ran',
    "Invalid --report 'out.pdf': a report cannot be .pdf, only .json, .xml (JUnit), .md, .html or .txt",
  ],
  ['requests --curl', "--curl needs the id of a request, as in 'npx sandgate requests'"],
  [
    'coverage --plan nosuch',
    'There is no plan nosuch; a plan is a file or a built-in one: go-live-au',
  ],
  ['world create Blue', "Invalid name 'Blue': use 1 to 40 characters (a-z, "],
])('%s is bad usage', expectMisuse)

test('no option takes the -- before a command for its value', async () => {
  const valued = (await everyCommand()).flatMap(withMembers).flatMap((command) => {
    const options = command.options.filter(({ required }) => required)
    return options.map(({ long, flags }) => ({ words: [...pathOf(command), long ?? flags] }))
  })
  expect(valued.length).toBeGreaterThan(100)
  for (const { words } of valued) {
    const ended = await sandgate([...words, '--', '--help'])
    expect(ended, words.join(' ')).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toMatch(
      /^error: (?:--[\w-]+ needs a value before|option .* argument) '--'/,
    )
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
    '--operation void --amount 100',
    "Invalid --amount '100': it cannot be in a request: no void has amount",
  ],
  ['--operation refund', 'Pass --target-audit: a refund needs it'],
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
    [
      'scenario show nosuch',
      "There is no active or built-in scenario 'nosuch'; there are default, acquirer-down, drift,",
    ],
    [
      'snapshot load nosuch --world default',
      "'npx sandgate snapshot list --world default' lists what is there",
    ],
    ['requests --world nosuch', "There is no world 'nosuch'; the only one is default"],
    ['world remove default', 'The default world cannot be removed'],
    ['import bad.json', 'bad.json cannot be imported: Not JSON'],
  ] as const) {
    const ended = await sandbox.run([...line.split(' '), '--json'], { cwd: folder.path })
    expect(ended, line).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^error: .*\n$/)
    expect(ended.stderr).toContain(message)
  }
})

test.each([
  'import nowhere.json',
  'scenario load ./nowhere.yaml',
  'reconcile nowhere.json',
  'start --config nowhere.yaml',
  'exec --plan nowhere.yaml -- true',
])('%s ends with 2, since the file is missing', async (line) => {
  await using folder = await scratchFolder()
  const { code, stdout, stderr } = await sandgate(line.split(' '), { cwd: folder.path })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^error: [^\n]*nowhere[^\n]*\n$/)
})
