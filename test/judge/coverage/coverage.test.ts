import { expect, test } from 'vitest'
import { coverageCases } from '../../../src/judge/coverage/coverage.ts'
import { Judged } from '../wire/judged.ts'
import { bookProofs, debitAndTimeProofs } from './debits-and-time.ts'
import { holdAndRefundProofs } from './holds-and-refunds.ts'
import { outcomeProofs } from './outcomes.ts'
import { recoveryProofs } from './recovery.ts'
import { refusalProofs } from './refusals.ts'
import { vaultProofs } from './vault.ts'

const proofs = Object.entries({
  ...outcomeProofs,
  ...refusalProofs,
  ...recoveryProofs,
  ...holdAndRefundProofs,
  ...debitAndTimeProofs,
  ...vaultProofs,
  ...bookProofs,
})

test.each(proofs)(
  '%s is ticked off when it happened, not when it nearly did',
  async (name, proof) => {
    await using judged = await Judged.start(proof.settings)
    await proof.missed(judged)
    expect(await judged.covered()).not.toContain(name)
    await judged.control.post('/reset')
    await proof.shown(judged)
    expect(await judged.covered()).toContain(name)
  },
)

test('every case has its proof', () => {
  expect(proofs.map(([name]) => name)).toEqual(coverageCases.map(({ name }) => name))
})
