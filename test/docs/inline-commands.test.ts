import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { entries } from '../../src/cli/catalogue.ts'
import { blocksOf, type Page, pages } from './pages.ts'

/** The commands that a page mentions in its sentences and tables, such as `sandgate settle --all`. */
function mentionsOf(page: Page): readonly string[] {
  const code = blocksOf(page).map((block) => block.code)
  const prose = code.reduce((text, block) => text.replace(block, ''), page.text)
  const found = prose.matchAll(/`(?:npx )?sandgate ([^<`\n][^`\n]*)`/g)
  return [...found].map(([, words = '']) => words)
}

/** What is wrong with a mention; undefined where the program knows it. */
async function faultOf(words: string): Promise<string | undefined> {
  const [own = ''] = words.split(/(?:^| )-- /)
  const [name = '', ...rest] = own.split(' ')
  const loaded = name.startsWith('-') ? 'start' : name
  const command = await entries.find((entry) => entry.name === loaded)?.load()
  if (command === undefined) return `there is no command '${name}'`
  const member = memberOf(command, rest)
  if (member === undefined) return `'${name}' has no command '${rest[0]}'`
  const options = [...own.matchAll(/--[a-z][a-z-]*/g)].map(([option]) => option)
  const known = ['--help', ...member.options.map(({ long }) => long ?? '')]
  const unknown = options.filter((option) => !known.includes(option))
  return unknown.length === 0 ? undefined : `'${name}' has no ${unknown.join(', ')}`
}

/** The command itself where it has no members, or where none is named. */
function memberOf(command: Command, [first]: readonly string[]): Command | undefined {
  if (command.commands.length === 0 || first === undefined || !/^[a-z]/.test(first)) return command
  return command.commands.find((member) => member.name() === first)
}

test('every command that the manual mentions is one of the program, with its options', async () => {
  const mentions = pages.flatMap((page) => mentionsOf(page).map((words) => ({ page, words })))
  const faults: string[] = []
  for (const { page, words } of mentions) {
    const fault = await faultOf(words)
    if (fault !== undefined) faults.push(`${page.name}: sandgate ${words}: ${fault}`)
  }
  expect(faults).toEqual([])
  expect(mentions.length).toBeGreaterThan(10)
})
