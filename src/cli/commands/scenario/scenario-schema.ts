import type { Command } from 'commander'
import { scenarioJsonSchema } from '../../../scenario/reading/schema/json-schema.ts'
import { jsonOption, newCommand } from '../../command.ts'
import type { Io } from '../../io.ts'

export function scenarioSchemaCommand(io: Io): Command {
  return newCommand('schema', {
    summary: 'Print the JSON Schema of scenario files, for editors',
    examples: ['npx sandgate scenario schema > scenario.schema.json'],
  })
    .addOption(jsonOption())
    .action(({ json }: { readonly json?: true }) => {
      const indent = json ? undefined : 2
      io.stdout.write(`${JSON.stringify(scenarioJsonSchema(), null, indent)}\n`)
    })
}
