import type { Command } from 'commander'
import { entries, loadCommand } from '../../src/cli/program.ts'

/** What is wrong with the words of a command; undefined where the program knows them. */
export async function faultOf(words: string): Promise<string | undefined> {
  const [own = ''] = words.split(/(?:^| )-- /)
  const [name = '', ...rest] = own.split(' ')
  const loaded = name.startsWith('-') ? 'start' : name
  const entry = entries.find((one) => one.name === loaded)
  if (entry === undefined) return `there is no command '${name}'`
  const command = await loadCommand(entry, process)
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
