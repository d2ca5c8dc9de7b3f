import { expect, test } from 'vitest'
import { anything } from './law/wire/expected.ts'
import { refusedWith } from './law/wire/refusal.ts'
import { disagreementOfRace } from './play/agreement.ts'
import type { Answer } from './play/send.ts'

test('repetitions that find a request under way are not taken for the 409 that a rule gives to it', () => {
  const answer = (error_code: string): Answer => ({
    status: 409,
    headers: {},
    body: { errors: [{ error_code, error_message: 'Not now', location: [] }] },
  })
  const busy = answer('correlation_id_in_progress')
  const again = { status: 200, body: anything, headers: { 'x-sandbox-replayed': 'true' } }
  const ofRule = refusedWith(409, 'duplicate_correlation_id', 'correlation_id_in_progress')
  const wrong = disagreementOfRace(
    [ofRule, again, again],
    [busy, busy, answer('duplicate_correlation_id')],
  )
  expect(wrong).toEqual([])
})
