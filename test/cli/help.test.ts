import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { entries, loadCommand } from '../../src/cli/program.ts'
import { faultOf } from '../support/command-words.ts'

/** A command and all that it holds. */
function withMembers(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withMembers)]
}

const commands = (await Promise.all(entries.map((entry) => loadCommand(entry, process)))).flatMap(
  withMembers,
)

function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({
    writeOut: (text) => {
      help += text
    },
    getOutHelpWidth: () => 80,
  })
  command.outputHelp()
  return help
}

test.each(commands.map((command) => [command.name(), command]))(
  '%s has an example and --json, and its help fits 80 columns',
  (_name, command) => {
    const help = helpOf(command)
    expect(help).toMatch(/\nExamples?:\n {2}npx sandgate /)
    expect(help).not.toMatch(/\(default:[^)]*\)\s+\(default:/)
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    // A report can be asked for without any further word.
    const isGroup = command.commands.length > 0 && command.name() !== 'report'
    expect(command.options.some(({ long }) => long === '--json')).toBe(!isGroup)
    expect(help).toContain('--json')
  },
)

test('every example can be pasted: npx calls it, with a command and options that there are', async () => {
  const lines = commands.flatMap((command) => {
    const [, examples = ''] = helpOf(command).split(/\n(?:Examples?|Environment):\n/)
    return examples.split('\n').filter((line) => line !== '')
  })
  expect(lines.length).toBeGreaterThan(commands.length)
  const faults = lines.map(async (line) => {
    const calls = [...line.matchAll(/(npx )?\bsandgate ([^&|>]+)/g)]
    expect(calls.length, line).toBeGreaterThan(0)
    // Nothing puts the program on the search path.
    expect(calls.map(([, npx]) => npx)).not.toContain(undefined)
    return Promise.all(calls.map(([, , words = '']) => faultOf(words.trim())))
  })
  expect((await Promise.all(faults)).flat().filter((fault) => fault !== undefined)).toEqual([])
})
