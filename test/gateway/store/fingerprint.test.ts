import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { fingerprintWith } from '../../../src/gateway/store/disk/key-file.ts'

test.each([
  ['a card number', '0f'.repeat(32), '4111111111111111'],
  ['one digit', '0f'.repeat(32), '7'],
  ['as many digits as there is room for', '0f'.repeat(32), '9'.repeat(64)],
  ['one more', '0f'.repeat(32), '9'.repeat(65)],
  ['no text', '0f'.repeat(32), ''],
  ['other text', '0f'.repeat(32), 'Zoë 東京'],
  ['a key that is longer than a block', 'a5'.repeat(80), '4111111111111111'],
])('the fingerprint of %s is its HMAC-SHA256', (_name, secret, text) => {
  const hmac = createHmac('sha256', Buffer.from(secret, 'hex')).update(text).digest('base64url')
  const fingerprint = fingerprintWith(secret)
  fingerprint('4242424242424242')
  expect(fingerprint(text)).toBe(hmac.slice(0, 22))
})
