import { expect, test } from 'vitest'
import { allFindings } from '../../src/judge/findings/all-findings.ts'
import { sandgate } from '../support/command.ts'

test.each(allFindings.map(({ code }) => code))('explain says what %s is', async (code) => {
  const { code: exit, stdout, stderr } = await sandgate(['explain', code])
  expect(stderr).toBe('')
  expect(exit).toBe(0)
  const [name, sort, ...rest] = stdout.split('\n').filter((line) => line !== '')
  expect(name).toBe(code)
  expect(sort).toMatch(/^(?:error|warning|note)\. \w.{20}/)
  expect(rest.join('\n')).toContain(`(${code})`)
  expect(rest.at(-1)).toMatch(/^How to do it right: [\w/#.-]+ in the package$/)
  expect(stdout).not.toMatch(/```|\]\(|\*error/)
})

test('explain knows no other finding', async () => {
  const { code, stderr } = await sandgate(['explain', 'blind-retr'])
  expect(code).toBe(2)
  expect(stderr).toContain("Invalid finding 'blind-retr'. Did you mean 'blind-retry'?")
})
