import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { withSettings } from '../../src/document/yaml-settings.ts'

const mine = `# My own words.
server: { port: 4010 } # stays

assumptions: { paths: { void: "/a/{audit}" }, cvv: optional }
seed: 7
`

test('settings take the place of others, and all else stays with its comments', async () => {
  const text = await withSettings(mine, [
    { path: ['assumptions', 'paths', 'void'], value: '/b/{audit}', comment: ['seen', 'twice'] },
    { path: ['assumptions', 'currencies'], value: ['AUD', 'NZD'], comment: [] },
    { path: ['assumptions', 'words', 'voided'], value: 'reversed', comment: ['so it is'] },
  ])
  expect(parse(text)).toEqual({
    server: { port: 4010 },
    assumptions: {
      paths: { void: '/b/{audit}' },
      cvv: 'optional',
      currencies: ['AUD', 'NZD'],
      words: { voided: 'reversed' },
    },
    seed: 7,
  })
  expect(text).toContain('# My own words.\nserver: { port: 4010 } # stays\n')
  expect(text).toContain('    # seen\n    # twice\n    void: /b/{audit}\n')
})

test.each(['', '# Only a comment.\n', 'assumptions:\n'])('%j gets a mapping', async (text) => {
  const changed = await withSettings(text, [
    { path: ['assumptions', 'cvv'], value: 'required', comment: ['no CVV: 422'] },
  ])
  expect(parse(changed)).toEqual({ assumptions: { cvv: 'required' } })
  expect(changed).toContain(text.startsWith('#') ? '# Only a comment.' : '# no CVV: 422')
})

test('what a comment quotes never becomes a setting', async () => {
  const comment = ['code\nauth: open', 'more\r\u0085\u2028seed: 1', 'x'.repeat(500)]
  const changed = await withSettings('seed: 7\n', [{ path: ['clock'], value: 'now', comment }])
  expect(parse(changed)).toEqual({ seed: 7, clock: 'now' })
  expect(Math.max(...changed.split('\n').map(({ length }) => length))).toBeLessThan(220)
})
