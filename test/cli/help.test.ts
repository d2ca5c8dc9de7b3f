import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { entries, groups, loadCommand } from '../../src/cli/program.ts'
import { sandgate } from '../support/command.ts'
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

test('the help begins with where to start, has every command once, and fits 60 lines', async () => {
  const { stdout } = await sandgate(['--help'])
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(60)
  expect(lines[2]).toBe('Can your integration charge a customer twice?')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(lines.filter((line) => /^[A-Z][a-z ]+:$/.test(line)).slice(0, 2)).toEqual([
    'Start here:',
    'Run a sandbox:',
  ])
  const listed = Object.values(groups).flat()
  expect(listed.toSorted()).toEqual(entries.map(({ name }) => name).sort())
})
