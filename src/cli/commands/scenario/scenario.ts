import type { Command } from 'commander'
import { commandGroup } from '../../command.ts'
import type { Io } from '../../io.ts'
import { scenarioCheckCommand } from './scenario-check.ts'
import { scenarioExplainCommand } from './scenario-explain.ts'
import { scenarioListCommand } from './scenario-list.ts'
import { scenarioLoadCommand, scenarioUnloadCommand } from './scenario-load.ts'
import { scenarioSchemaCommand } from './scenario-schema.ts'
import { scenarioShowCommand } from './scenario-show.ts'

export function scenarioCommand(io: Io): Command {
  const text = {
    summary: 'List, load, check or explain scenarios',
    details:
      'A scenario is a list of rules, in a YAML or JSON file or shipped with sandgate, that say which requests are declined, fail, or take long.',
    examples: ['npx sandgate scenario list', 'npx sandgate scenario load flaky-day'],
  }
  return commandGroup('scenario', text, [
    scenarioListCommand(io),
    scenarioShowCommand(io),
    scenarioLoadCommand(io),
    scenarioUnloadCommand(io),
    scenarioCheckCommand(io),
    scenarioExplainCommand(io),
    scenarioSchemaCommand(io),
  ])
}
