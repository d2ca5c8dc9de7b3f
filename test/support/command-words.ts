import type { Command } from 'commander'
import { allCommands } from '../../src/cli/all-commands.ts'
import { programCommand } from '../../src/cli/define/program-command.ts'

const program = { io: process, all: allCommands }

/** Every command, as commander has it. */
export async function everyCommand(): Promise<readonly Command[]> {
  const definitions = await Promise.all(Object.values(allCommands).map((load) => load()))
  return definitions.map((one) => programCommand(one, program))
}

/** What is wrong with the words of a command; undefined where the program knows them. */
export async function faultOf(words: string): Promise<string | undefined> {
  const [own = ''] = words.split(/(?:^| )-- /)
  const [name = '', ...rest] = own.split(' ')
  const loaded = name.startsWith('-') ? 'start' : name
  const definition = await allCommands[loaded]?.()
  if (definition === undefined) return `there is no command '${name}'`
  const command = programCommand(definition, program)
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
