import type { Command } from 'commander'
import { command, jsonOption } from '../command.ts'

export function scenarioSchemaCommand(): Command {
  return command('schema', {
    summary: 'Print the JSON Schema of scenario files, for editors',
    examples: ['sandgate scenario schema > scenario.schema.json'],
  })
    .addOption(jsonOption())
    .action(async ({ json }: { readonly json?: true }) => {
      const { scenarioJsonSchema } = await import('../../scenario/json-schema.ts')
      const indent = json ? undefined : 2
      process.stdout.write(`${JSON.stringify(scenarioJsonSchema(), null, indent)}\n`)
    })
}
