import type { Command } from 'commander'
import { withMembers } from '../../command.ts'
import type { Io } from '../../io.ts'
import { scenarioCheckCommand } from './scenario-check.ts'
import { scenarioExplainCommand } from './scenario-explain.ts'
import { scenarioListCommand } from './scenario-list.ts'
import { scenarioLoadCommand, scenarioUnloadCommand } from './scenario-load.ts'
import { scenarioSchemaCommand } from './scenario-schema.ts'
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
