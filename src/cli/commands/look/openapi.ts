import { type Command, Option } from 'commander'
import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import { openApiOf } from '../../../runtime/openapi.ts'
import type { Io } from '../../io.ts'
import { askOrFallBack, type TargetOptions, withTargetOptions } from '../../options/connection.ts'

interface OpenApiOptions extends TargetOptions {
  readonly yaml?: true
}

export function openapiCommand(command: Command, io: Io): Command {
  const openapi = withTargetOptions(command).addOption(
    new Option('--yaml', 'print YAML instead of JSON').conflicts('json'),
  )
  return openapi.action(async (options: OpenApiOptions) => {
    const document = await askOrFallBack(
      { command: openapi, io },
      (client) => client.openapi(),
      async () => openApiOf(await settingsFrom({}, 'serve')),
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
