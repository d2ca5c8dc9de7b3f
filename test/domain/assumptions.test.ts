import { expect, test } from 'vitest'
import { defaultAssumptions, listAssumptions } from '../../src/domain/assumptions/assumptions.ts'

test('a changed assumption is listed with both values', () => {
  const changed = {
    ...defaultAssumptions,
    paths: { ...defaultAssumptions.paths, void: '/transactions/{audit}/cancel' },
  }
  const row = listAssumptions(changed).find(({ key }) => key === 'paths.void')
  expect(row).toMatchObject({
    value: '/transactions/{audit}/cancel',
    default: '/transactions/{audit}/void',
    source: 'assumed',
  })
})

test('every assumption says why, in one line', () => {
  for (const { reason } of listAssumptions(defaultAssumptions)) {
    expect(reason).toMatch(/^[^\n]{10,110}$/)
  }
})

test.each([
  ['paths.preauthorisation', 'specification'],
  ['paths.completion', 'specification'],
  ['correlation_cache_hours', 'specification'],
  ['paths.purchase', 'assumed'],
  ['card_cutoff', 'assumed'],
])('%s: %s', (key, source) => {
  const row = listAssumptions(defaultAssumptions).find((one) => one.key === key)
  expect(row?.source).toBe(source)
})
