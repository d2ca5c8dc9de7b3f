import { expect, test } from 'vitest'
import { ownPage } from '../../../src/http/pages/open-visit.ts'

test.each([
  ['/_sandbox', '/_sandbox'],
  ['/_sandbox?tab=1#top', '/_sandbox?tab=1#top'],
  ['/w/blue/_sandbox/clock', '/w/blue/_sandbox/clock'],
  ['/_sandbox/../../\\evil.example/x', undefined],
  ['/_sandbox/../v1', undefined],
  ['//evil.example/_sandbox', undefined],
  ['/\\evil.example/_sandbox', undefined],
  ['https://evil.example/_sandbox', undefined],
  ['/_sandboxes', undefined],
  [undefined, undefined],
  [`/_sandbox?q=${'x'.repeat(1988)}`, `/_sandbox?q=${'x'.repeat(1988)}`],
  [`/_sandbox?q=${'x'.repeat(1989)}`, undefined],
])('%s leads to %s', (address, own) => {
  expect(ownPage(address)).toBe(own)
})
