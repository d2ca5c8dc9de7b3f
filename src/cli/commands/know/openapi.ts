import { settingsFrom } from '../../../runtime/config/settings-from.ts'
import { controlOpenApiOf, openApiOf } from '../../../runtime/openapi.ts'
import { command } from '../../define/command.ts'
import { flag } from '../../define/option.ts'
import { askOrFallBack } from '../../options/connection.ts'

export const openapiCommand = command({
  name: 'openapi',
  group: 'Know the gateway',
  summary: 'Print the OpenAPI 3.1 document of the API',
  details:
    'Prints the OpenAPI 3.1 document of all of /v1, with the current assumptions. With --control, prints the document of the control API under /_sandbox. Without a running sandbox, it uses the config file and the defaults.',
  examples: [
    'openapi > openapi.json',
    'openapi --yaml',
    'openapi --control > control-openapi.json',
  ],
  options: {
    control: flag('--control', 'describe the control API instead of the gateway'),
    yaml: flag('--yaml', 'print YAML instead of JSON', { excludes: ['json'] }),
  },
  target: 'world',
  async run({ control, json, yaml }, { io, self }) {
    const document = await askOrFallBack(
      { command: self, io },
      (client) => (control ? client.controlOpenapi() : client.openapi()),
      async () => {
        const settings = await settingsFrom({}, 'serve')
        return control ? await controlOpenApiOf(settings) : openApiOf(settings)
      },
    )
    const indent = json ? undefined : 2
    io.stdout.write(yaml ? await asYaml(document) : `${JSON.stringify(document, null, indent)}\n`)
  },
})

async function asYaml(document: unknown): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(document, {
    aliasDuplicateObjects: false,
    blockQuote: 'literal',
    lineWidth: 0,
  })
}
