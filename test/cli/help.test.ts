import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { allCommands } from '../../src/cli/all-commands.ts'
import { commandGroups } from '../../src/cli/define/command.ts'
import { sandgate } from '../support/command.ts'
import { everyCommand, faultOf } from '../support/command-words.ts'

/** A command and all that it holds. */
function withMembers(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withMembers)]
}

const commands = (await everyCommand()).flatMap(withMembers)

/** Commands whose output is for a program already, or a message. */
const withoutJson = ['mcp', 'init']

function helpOf(command: Command, columns = 80): string {
  let help = ''
  command.configureOutput({
    writeOut: (text) => {
      help += text
    },
    getOutHelpWidth: () => columns,
  })
  command.outputHelp()
  return help
}

test.each(commands.map((command) => [command.name(), command]))(
  '%s has an example, its help fits 80 columns, and the usual options are at most 12',
  (_name, command) => {
    const help = helpOf(command)
    expect(help).toMatch(/\nExamples?:\n {2}npx sandgate /)
    // Markdown is for the docs.
    expect(help).not.toContain('`')
    expect(help).not.toMatch(/\(default:[^)]*\)\s+\(default:/)
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    // Examples can be pasted, so they are never wrapped.
    const narrow = helpOf(command, 60).replace(/\nExamples?:\n(?: {2}.*\n)+/, '')
    expect(Math.max(...narrow.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
    expect(help).not.toMatch(/\n(?:Sandbox|Output):\n(?:.*\n)*Options:\n/)
    const isGroup = command.commands.length > 0
    const hasJson = !withoutJson.includes(command.name())
    expect(command.options.some(({ long }) => long === '--json')).toBe(!isGroup && hasJson)
    expect(help.includes('--json')).toBe(hasJson)
    const [usual = ''] = help.split(
      /\n(?:Filters|Request|Recovery|Cells|Sandbox|Network|Output):\n/,
    )
    const listed = usual.split(/\n(?:Options|Common):\n/)[1] ?? ''
    const options = [...listed.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, long]) => long)
    expect(options.length).toBeLessThanOrEqual(12)
  },
)

test('every example can be pasted: npx calls it, with a command and options that there are', async () => {
  const lines = commands.flatMap((command) => {
    const [, examples = ''] = /\nExamples?:\n((?: {2}.*\n)+)/.exec(helpOf(command)) ?? []
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
  const listed = lines.flatMap((line) => /^ {2}([a-z]+) {2}/.exec(line)?.[1] ?? [])
  const definitions = await Promise.all(Object.values(allCommands).map((load) => load()))
  const names = commandGroups.flatMap((heading) =>
    definitions.filter(({ group }) => group === heading).map(({ name }) => name),
  )
  expect(listed).toEqual(names)
  expect(names).toHaveLength(definitions.length)
})

test('every file in a folder of commands is the command of its name', async () => {
  const folder = path.resolve(import.meta.dirname, '../../src/cli/commands')
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    /^\w+[\\/][^\\/]+\.ts$/.test(name),
  )
  const named = files.map((file) => path.basename(file, '.ts'))
  expect(Object.keys(allCommands).toSorted()).toEqual(named.toSorted())
  for (const [name, load] of Object.entries(allCommands)) expect((await load()).name).toBe(name)
})

test.each(['-v', 'version', '--version', '-V'])('%s shows the version', async (word) => {
  expect(await sandgate([word])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\./) })
})
