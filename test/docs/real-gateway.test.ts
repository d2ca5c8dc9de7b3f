import { expect, test } from 'vitest'
import { assumptionEntries } from '../../src/domain/assumptions/assumptions.ts'
import { settingsFrom } from '../../src/runtime/config/settings-from.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { blocksOf, page } from './pages.ts'

const guide = page('docs/guides/real-gateway.md')

test('the manual has the request that shows each assumption', () => {
  const [, part = ''] = page('docs/reference/assumptions.md').text.split('## How to check\n')
  const rows = part.matchAll(/^\| `([^`]+)` \| \S/gm)
  const all = assumptionEntries().map(({ key }) => key)
  expect([...rows].map(([, key]) => key)).toEqual(all)
})

test('the settings of the guide are a config', async () => {
  const [shown] = blocksOf(guide, 'yaml')
  await using folder = await scratchFolder({ 'measured.yaml': shown?.code ?? '' })
  const { assumptions } = await settingsFrom({ config: folder.at('measured.yaml') }, 'serve')
  expect(assumptions.paths.void).toBe('/transactions/{audit}/cancel')
  expect(assumptions.error_codes.not_voidable).toBe('E1')
})
