import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cmdWord } from '../../../src/cli/process/spawn-command.ts'
import { cmdReading, programArguments } from '../../support/cmd-exe.ts'

const words = fc.array(
  fc.string({ unit: fc.constantFrom(...'"\\%^&|<>()!,;= ab:~', '%PATH%', '\\"', "'") }),
)

test('cmd.exe passes every word on, also through a batch file, and runs nothing else', () => {
  const variables = { PATH: '" & calc & "', a: 'x', b: '^' }
  fc.assert(
    fc.property(words, (given) => {
      const line = ['npm', ...given.map(cmdWord)].join(' ')
      const read = cmdReading(line, variables)
      const inBatchFile = cmdReading(read.line, undefined)
      expect([read.commands, inBatchFile.commands]).toEqual([1, 1])
      expect(programArguments(inBatchFile.line)).toEqual(['npm', ...given])
    }),
    { numRuns: 2000 },
  )
})

test('a line break ends no command', () => {
  expect(cmdWord('a\r\ncalc')).toBe('"a  calc"')
})
