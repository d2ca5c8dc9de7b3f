import { test } from 'vitest'
import { layersJson } from '../../../lint/layers.mjs'
import { configJsonSchema } from '../../../src/runtime/config/config-schema.ts'
import { scenarioJsonSchema } from '../../../src/scenario/reading/schema/schema.ts'
import { expectWritten } from './written.ts'

test.each([
  ['scenarios/scenario.schema.json', () => indented(scenarioJsonSchema())],
  ['scenarios/sandgate.config.schema.json', () => indented(configJsonSchema())],
  ['lint/layers.json', layersJson],
])('%s is what its source says', async (file, text) => {
  await expectWritten(file, text())
})

function indented(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
