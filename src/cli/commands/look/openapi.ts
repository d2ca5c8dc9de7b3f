import { type Command, Option } from 'commander'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import { controlOpenApiOf, openApiOf } from '../../../runtime/openapi.ts'
import type { Io } from '../../io.ts'
import { askOrFallBack, type TargetOptions, withTargetOptions } from '../../options/connection.ts'

interface OpenApiOptions extends TargetOptions {
  readonly control?: true
  readonly yaml?: true
}

export function openapiCommand(command: Command, io: Io): Command {
  const openapi = withTargetOptions(command)
    .addOption(new Option('--control', 'describe the control API instead of the gateway'))
    .addOption(new Option('--yaml', 'print YAML instead of JSON').conflicts('json'))
  return openapi.action(async (options: OpenApiOptions) => {
    const document = await askOrFallBack(
      { command: openapi, io },
      (client) => (options.control ? client.controlOpenapi() : client.openapi()),
      async () => {
        const settings = await settingsFrom({}, 'serve')
        return options.control ? await controlOpenApiOf(settings) : openApiOf(settings)
      },
    )
    io.stdout.write(await printed(document, options))
  })
}

async function printed(document: unknown, { json, yaml }: OpenApiOptions): Promise<string> {
  if (!yaml) return `${JSON.stringify(document, null, json ? undefined : 2)}\n`
  const { stringify } = await import('yaml')
  return stringify(document, {
    aliasDuplicateObjects: false,
    blockQuote: 'literal',
    lineWidth: 0,
  })
}
