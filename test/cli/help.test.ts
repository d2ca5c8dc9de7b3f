import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { catalogue, entries } from '../../src/cli/catalogue.ts'

/** A command and all that it holds. */
function withMembers(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withMembers)]
}

const commands = (await Promise.all(entries.map(({ load }) => load()))).flatMap(withMembers)

test('the list of commands says of each what its own help says', async () => {
  for (const { name, summary, load } of entries) {
    const command = await load()
    expect([command.name(), command.summary()]).toEqual([name, summary])
  }
  expect(catalogue.flatMap((group) => group.entries)).toEqual(entries)
})

test.each(commands.map((command) => [command.name(), command]))(
  '%s has an example and --json, and its help fits 80 columns',
  (_name, command) => {
    let help = ''
    command.configureOutput({
      writeOut: (text) => {
        help += text
      },
      getOutHelpWidth: () => 80,
    })
    command.outputHelp()
    expect(help).toMatch(/\nExamples?:\n {2}(?:.* )?sandgate /)
    expect(help).not.toMatch(/\(default:[^)]*\)\s+\(default:/)
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    const isGroup = command.commands.length > 0
    expect(command.options.some(({ long }) => long === '--json')).toBe(!isGroup)
  },
)
