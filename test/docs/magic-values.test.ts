import { expect, test } from 'vitest'
import { defaultScenario } from '../../src/scenario/library.ts'
import { composeScenario } from '../../src/scenario/reading/compose.ts'
import { magicValues } from '../../src/scenario/telling/cards.ts'
import { kindsTold, magicValuesPage } from './magic-values-page.ts'

// `npx vitest run test/docs/magic-values.test.ts -u` writes it anew.
test('docs/magic-values.md lists what the default scenario has', async () => {
  await expect(await magicValuesPage()).toMatchFileSnapshot('../../docs/magic-values.md')
})

test('no magic value is left out of the page', async () => {
  const values = await magicValues([composeScenario(defaultScenario, () => undefined)])
  expect(values.filter(({ kind }) => !kindsTold.includes(kind))).toEqual([])
  const page = await magicValuesPage()
  for (const { rule, example } of values) {
    expect(page).toContain(`\`${rule}\``)
    expect(page).toContain(`\`${example}\``)
  }
})
