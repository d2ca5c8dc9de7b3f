import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { sandgate } from '../support/command.ts'
import { everyCommand } from '../support/command-words.ts'
import { page } from './pages.ts'

const { text } = page('docs/reference/cli.md')
const section = text.slice(text.indexOf('\n## Which sandbox'), text.indexOf('\n## JSON and exit'))
const [paragraph = ''] = section.split('\n|', 1)
const [needNone = '', makesOne = '', offline = ''] = paragraph.replace('\n', ' ').split('. ')

function namesIn(sentence: string): readonly string[] {
  return [...sentence.matchAll(/`([a-z ]+)`/g)].map(([, name = '']) => name).sort()
}

/** The commands that do something by themselves. */
function leaves(command: Command, before = ''): readonly { name: string; command: Command }[] {
  const name = `${before}${command.name()}`
  if (command.commands.length === 0) return [{ name, command }]
  return command.commands.flatMap((member) => leaves(member, `${name} `))
}

test('docs/reference/cli.md names the commands that have nothing to do with a running sandbox', async () => {
  const commands = await everyCommand()
  const without = commands
    .flatMap((command) => leaves(command))
    .filter(({ command }) => !command.options.some(({ long }) => long === '--url'))
  // It needs none if files are named.
  const names = [...without.map(({ name }) => name), 'report']
  expect(namesIn(needNone)).toEqual(names.sort())
  expect(namesIn(makesOne)).toEqual(['mcp'])
})

test.each(namesIn(offline))('docs/reference/cli.md: %s works without one', async (name) => {
  const words = name === 'scenario show' ? [name, 'default'] : [name]
  const env = { SANDGATE_URL: '' }
  expect(await sandgate(words.join(' ').split(' '), { env })).toMatchObject({ code: 0 })
})
