import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { withSettings } from '../../src/document/yaml-settings.ts'

const mine = `# My own words.
server: { port: 7263 } # stays

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
    server: { port: 7263 },
    assumptions: {
      paths: { void: '/b/{audit}' },
      cvv: 'optional',
      currencies: ['AUD', 'NZD'],
      words: { voided: 'reversed' },
    },
    seed: 7,
  })
  expect(text).toContain('# My own words.\nserver: { port: 7263 } # stays\n')
  expect(text).toContain('    # seen\n    # twice\n    void: /b/{audit}\n')
})

const commented = `assumptions:
  # The prefix, as Jo said.
  kvp_namespace: QQ   # trailing
  # Why three.
  currencies: # all of these
    - AUD # home
    # abroad
    - NZD
  cvv: optional # not asked for
  words: # theirs
    voided: reversed # as they say
`

test('a setting that changes keeps its place and every comment', async () => {
  const changes = [
    { path: ['assumptions', 'kvp_namespace'], value: 'GATEWAY', comment: ['seen'] },
    { path: ['assumptions', 'currencies'], value: ['AUD'], comment: ['tried'] },
    { path: ['assumptions', 'words', 'voided'], value: 'voided', comment: [] },
  ] as const
  const text = await withSettings(commented, changes)
  expect(Object.entries(parse(text).assumptions)).toEqual([
    ['kvp_namespace', 'GATEWAY'],
    ['currencies', ['AUD']],
    ['cvv', 'optional'],
    ['words', { voided: 'voided' }],
  ])
  expect(text).toContain('  # seen\n  kvp_namespace: GATEWAY # trailing\n')
  const said = ['The prefix, as Jo said.', 'Why three.', 'all of these', 'home', 'abroad', 'tried']
  const all = [...said, 'not asked for', 'theirs', 'as they say']
  for (const comment of all) expect(text.split(`# ${comment}\n`)).toHaveLength(2)
})

test('evidence takes the place of earlier evidence, and of nothing else', async () => {
  const asked = 'A purchase.'
  const setting = (value: string, seen: string) => [
    { path: ['assumptions', 'cvv'] as const, value, comment: [asked, seen] },
    { path: ['assumptions', 'seen'] as const, value, comment: [asked, seen] },
  ]
  const first = await withSettings(
    'assumptions:\n  # Mine.\n  cvv: a\n  # Mine too.\n  seen: a\n',
    setting('b', 'POST /x: 200'),
  )
  const second = await withSettings(first, setting('c', 'POST /y: 422'))
  expect(second).toBe(
    [
      'assumptions:',
      ...['cvv', 'seen'].flatMap((name) => [
        name === 'cvv' ? '  # Mine.' : '  # Mine too.',
        `  # ${asked}`,
        '  # POST /y: 422',
        `  ${name}: c`,
      ]),
      '',
    ].join('\n'),
  )
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
