import { test } from 'vitest'
import { layersJson } from '../../../lint/layers.mjs'
import { configJsonSchema } from '../../../src/runtime/config/read-config.ts'
import { scenarioJsonSchema } from '../../../src/scenario/reading/schema/schema.ts'
import { page } from '../pages.ts'
import { expectWritten } from './written.ts'

test.each([
  ['scenarios/scenario.schema.json', () => indented(scenarioJsonSchema())],
  ['scenarios/sandgate.config.schema.json', () => indented(configJsonSchema())],
  ['lint/layers.json', layersJson],
  ['llms.txt', listForAgents],
])('%s is what its source says', async (file, text) => {
  await expectWritten(file, text())
})

function indented(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

const introduction = `# Sandgate

> Can your integration charge a customer twice? Sandgate is a local emulator of an Australian payment gateway that finds out: it reports double charges, lost sales and unresolved payments, with the requests that prove them. Your code reads the gateway's base URL from SANDGATE_API. Commands: \`npx sandgate exec -- npm test\`, \`npx sandgate sweep -- npm test\`.

SKILL.md has the usual steps for a coding agent.
`

/** The index of the manual, as llmstxt.org describes it. */
function listForAgents(): string {
  const lines = page('docs/README.md').text.split('\n')
  const listed = lines.flatMap((line) => {
    if (line.startsWith('## ')) return ['', line, '']
    const [, links = '', purpose = ''] = /^\| (.*\.md\).*?) \| (.*) \|$/.exec(line) ?? []
    return Array.from(
      links.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g),
      ([, title, to]) => `- [${title}](docs/${to}): ${purpose}`,
    )
  })
  return [introduction.trimEnd(), ...listed, ''].join('\n')
}
