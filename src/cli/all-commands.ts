import path from 'node:path'
import type { CommandDefinition, Commands } from './define/command.ts'

/** A command is a file of its name, which exports `<name>Command`. */
const files = import.meta.glob<CommandDefinition>('./commands/*/*.ts')

/** The order of `--help` in each of its groups; other commands follow by their names. */
const order = [
  ['demo', 'exec', 'sweep', 'report'],
  ['start', 'wait', 'status', 'stop'],
  ['clock', 'settle', 'resolve', 'return', 'expire', 'scenario', 'rule'],
  ['payments', 'transactions', 'customers', 'requests'],
  ['explain', 'reconcile', 'coverage', 'compare', 'open'],
  ['magic', 'assumptions', 'openapi'],
  ['seed', 'snapshot', 'export', 'import', 'reset', 'world'],
  ['doctor', 'mcp', 'init'],
].flat()

/** Every command by its name. Only the one that is called is loaded. */
export const allCommands: Commands = Object.fromEntries(
  Object.entries(files)
    .map(([file, load]) => [path.basename(file, '.ts'), load] as const)
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))
    .map(([name, load]) => [name, async () => commandIn(await load(), name)]),
)

function rankOf(name: string): number {
  return order.includes(name) ? order.indexOf(name) : order.length
}

function commandIn(module: Readonly<Record<string, CommandDefinition>>, name: string) {
  const command = module[`${name}Command`]
  if (command === undefined) throw new Error(`commands/*/${name}.ts exports no ${name}Command`)
  return command
}
