import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchArguments } from '../../../src/cli/process/invocation.ts'
import { cmdReading, programArguments } from '../../support/cmd-exe.ts'

const npm = String.raw`C:\Program Files\nodejs\npm.cmd`

test.each([
  ['a plain word', 'test', 'test'],
  ['an option', '--reporter=dot', '"--reporter=dot"'],
  ['nothing', '', '""'],
  ['spaces', 'a b', '"a b"'],
  ['a quote', 'say "hi"', '"say ""hi"""'],
  ['a command in quotes', '"& calc &"', '"""& calc &"""'],
  ['a variable', '%PATH%', '"%%cd:~,%PATH%%cd:~,%"'],
  ['a caret', 'a^b', '"a^b"'],
  ['operators', 'a&b|c<d>e', '"a&b|c<d>e"'],
  ['an exclamation mark', '!PATH!', '"!PATH!"'],
  ['a last backslash', 'C:\\', '"C:\\\\"'],
  ['backslashes before a quote', '\\\\"', '"\\\\\\\\"""'],
  ['a backslash inside', 'src\\a.test.js', 'src\\a.test.js'],
])('%s is quoted for both readings', (_, arg, quoted) => {
  expect(batchArguments(npm, [arg])).toEqual([
    '/e:on',
    '/v:off',
    '/d',
    '/s',
    '/c',
    `""${npm}" ${quoted}"`,
  ])
})

test.each(['a\nb', 'a\rb', 'a\0b'])('%j is refused', (arg) => {
  expect(batchArguments(npm, [arg])).toBeUndefined()
})

test('the folder of a batch file may have any name', () => {
  const file = String.raw`C:\100% R&D (x86)\npm.cmd`
  const line = batchArguments(file, ['test'])?.at(-1) ?? ''
  expect(cmdReading(line.slice(1, -1), { D: 'no' })).toEqual({
    commands: 1,
    line: `"${file}" test`,
  })
})

/** Characters that mean something to cmd.exe or to a program's runtime, and some that do not. */
const character = fc.constantFrom(...'"\\%^&|<>()!,;= \t*?ab:~é')
const argument = fc.string({ unit: fc.oneof(character, fc.constantFrom('%PATH%', '""', '\\"')) })

test('a program behind a batch file gets its arguments unchanged, and nothing else runs', () => {
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 4 }), (args) => {
      const line = batchArguments(npm, args)?.at(-1) ?? ''
      const variables = { PATH: '" & calc & "', a: 'x', '': 'y' }
      // The last argument is in the outer quotes that /s takes off.
      const first = cmdReading(line.slice(1, -1), variables)
      expect(first.commands).toBe(1)
      const all = first.line.slice(`"${npm}"`.length)
      // Nothing is expanded in what a batch file's %* stands for.
      const second = cmdReading(`"node.exe" "npm-cli.js"${all}`, undefined)
      expect(second.commands).toBe(1)
      expect(programArguments(second.line).slice(2)).toEqual(args)
    }),
    { numRuns: 2000 },
  )
})
