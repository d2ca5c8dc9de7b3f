import type { Command } from 'commander'
import { scenarioJsonSchema } from '../../../scenario/reading/schema/schema.ts'
import { jsonOption, subcommand, withMembers } from '../../command.ts'
import type { Io } from '../../io.ts'
import { scenarioCheckCommand } from './scenario-check.ts'
import { scenarioExplainCommand } from './scenario-explain.ts'
import { scenarioListCommand } from './scenario-list.ts'
import { scenarioLoadCommand, scenarioUnloadCommand } from './scenario-load.ts'
import { scenarioShowCommand } from './scenario-show.ts'

export function scenarioCommand(command: Command, io: Io): Command {
  return withMembers(command, [
    scenarioListCommand(io),
    scenarioShowCommand(io),
    scenarioLoadCommand(io),
    scenarioUnloadCommand(io),
    scenarioCheckCommand(io),
    scenarioExplainCommand(io),
    scenarioSchemaCommand(io),
  ])
}

export function scenarioSchemaCommand(io: Io): Command {
  return subcommand(
    'schema',
    'Print the JSON Schema of scenario files, for editors',
    'npx sandgate scenario schema > scenario.schema.json',
  )
    .addOption(jsonOption())
    .action(({ json }: { readonly json?: true }) => {
      const indent = json ? undefined : 2
      io.stdout.write(`${JSON.stringify(scenarioJsonSchema(), null, indent)}\n`)
    })
}
