import { expect, test } from 'vitest'
import { table, withSection } from '../../scripts/soak/doc-section.mjs'

const page = 'before\n<!-- soak: generated -->\n\nold\n\n<!-- end of soak -->\nafter\n'

test('only the named part of a page is rewritten', () => {
  const rows = table([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(withSection(page, 'soak', rows)).toBe(
    page.replace('old', '| a | b |\n|---|---|\n| 1 | 2 |'),
  )
})

test('a page without that part is refused', () => {
  expect(() => withSection(page, 'growth', '')).toThrow('no part for growth')
})
