import { expect, test } from 'vitest'
import { invocation } from '../../../src/cli/process/invocation.ts'

const env = {
  Path: String.raw`C:\Windows\System32;"C:\Program Files\nodejs";;C:\Python\Scripts`,
  PATHEXT: '.COM;.EXE;.BAT;.CMD;.PY',
  ComSpec: String.raw`C:\Windows\System32\cmd.exe`,
}

const there = new Set([
  'C:\\Program Files\\nodejs\\node.exe',
  'C:\\Program Files\\nodejs\\npm',
  'C:\\Program Files\\nodejs\\npm.cmd',
  'C:\\Python\\Scripts\\pytest.exe',
  'C:\\Python\\Scripts\\check.py',
  'tools\\run.ps1',
  'node_modules\\.bin\\jest',
  'node_modules\\.bin\\jest.cmd',
  'gradlew.bat',
])

const isFile = (path: string) => [...there].some((one) => one.toLowerCase() === path.toLowerCase())
const windows = { platform: 'win32', env, isFile } as const

test.each([
  ['an .exe by its name', 'pytest', 'C:\\Python\\Scripts\\pytest.exe'],
  ['an .exe by its whole name', 'node.exe', 'C:\\Program Files\\nodejs\\node.exe'],
  ['a name in capitals', 'NODE', 'C:\\Program Files\\nodejs\\NODE.exe'],
  ['a file that Windows starts by no program', './tools/run.ps1', 'tools\\run.ps1'],
])('%s is started by itself', (_, program, file) => {
  expect(invocation([program, 'a b'], windows)).toEqual({ file, args: ['a b'] })
})

test.each([
  ['npm, and not the shell script beside it', 'npm', 'C:\\Program Files\\nodejs\\npm.cmd'],
  ['npm by its whole name', 'npm.cmd', 'C:\\Program Files\\nodejs\\npm.cmd'],
  ['a path with slashes', './node_modules/.bin/jest', 'node_modules\\.bin\\jest.cmd'],
  ['a kind that PATHEXT names', 'check', 'C:\\Python\\Scripts\\check.py'],
])('cmd.exe runs %s', (_, program, file) => {
  expect(invocation([program, 'test'], windows)).toEqual({
    file: env.ComSpec,
    args: ['/e:on', '/v:off', '/d', '/s', '/c', `""${file}" test"`],
    windowsVerbatimArguments: true,
  })
})

test.each([
  ['unknown', 'no-such-command'],
  ['in the current folder only', 'gradlew'],
  ['empty', ''],
])('a command that is %s is not found', (_, program) => {
  expect(invocation([program], windows)).toEqual({
    exitCode: 127,
    trouble: `Command not found: '${program}'; check its name and PATH`,
  })
})

test('a batch file takes no line break', () => {
  expect(invocation(['npm', 'test', 'a\nb'], windows)).toEqual({
    exitCode: 126,
    trouble:
      "'npm' cannot be run: it is a batch file, which takes no argument with a line break; name the program that it runs",
  })
})

test('the line of a shell is read as it would be typed', () => {
  const line = 'npx vitest run -t "a b" & exit 3'
  expect(invocation(['cmd.exe', '/d', '/s', '/c', line], windows)).toEqual({
    file: env.ComSpec,
    args: ['/d', '/s', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  })
})

test('endings and cmd.exe have defaults', () => {
  expect(invocation(['npm'], { ...windows, env: { PATH: env.Path } })).toMatchObject({
    file: 'cmd.exe',
    args: expect.arrayContaining(['""C:\\Program Files\\nodejs\\npm.cmd""']),
  })
})

test.each(['linux', 'darwin'] as const)('%s finds commands itself', (platform) => {
  const place = { platform, env: {}, isFile: () => false }
  expect(invocation(['npm', 'a\nb'], place)).toEqual({ file: 'npm', args: ['a\nb'] })
})
