import { expect, test } from 'vitest'
import { hitsText } from '../../../src/scenario/telling/hits-text.ts'

test('hits are told beside the limit that they count towards', () => {
  expect(hitsText({ hits: 2, times: null, per: null })).toBe('2')
  expect(hitsText({ hits: 2, times: 3, per: null })).toBe('2 of 3')
  // One for each of two references is not two of one.
  expect(hitsText({ hits: 2, times: 1, per: 'reference' })).toBe('2')
})
