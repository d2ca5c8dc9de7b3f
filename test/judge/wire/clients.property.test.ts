import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assumptionsWith } from '../../../src/domain/assumptions/assumptions.ts'
import { defaultSettings } from '../../../src/runtime/config/settings.ts'
import { rounds } from '../../support/extent.ts'
import { Judged } from './judged.ts'
import { randomTest } from './random-payment.ts'
import { RandomRun } from './random-run.ts'

const numRuns = Number(process.env.CLIENT_RUNS ?? rounds(6, 8, 15))

const randomTests = fc.array(randomTest, { minLength: 1, maxLength: 3 })

/** The journal and the payments of a test are soon full. */
const narrow = {
  requestLimit: 5,
  paymentsKept: 2,
}

const plain = defaultSettings.merchants
const dear = [
  {
    ...{ id: 1, name: 'Dear', vault: true, standaloneRefunds: true },
    surcharge: { default: '1.5' },
  },
]

/** With what the gateway may do with an id that comes again. */
const settings = fc
  .record({
    duplicate: fc.constantFrom('conflict', 'replay'),
    merchants: fc.constantFrom(plain, dear),
  })
  .map(({ duplicate, merchants }) => ({
    ...narrow,
    merchants,
    assumptions: assumptionsWith({ duplicate_correlation_id: duplicate }),
  }))

let convicted = 0

test('clients that do everything right are never found guilty', async () => {
  await fc.assert(
    fc.asyncProperty(randomTests, settings, async (all, narrowed) => {
      await using judged = await Judged.start(narrowed)
      const run = new RandomRun(judged, true)
      for (const one of all) await run.play(one)
      const { findings } = await judged.report()
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(run.doubled).toEqual([])
    }),
    { numRuns, endOnFailure: true },
  )
})

test('of naive clients, every double charge and refund of the records is reported, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(randomTests, settings, async (all, narrowed) => {
      await using judged = await Judged.start(narrowed)
      const run = new RandomRun(judged, false)
      for (const one of all) await run.play(one)
      const { findings } = await judged.report()
      const reported = findings
        .filter(({ code }) => code === 'double-charge' || code === 'double-refund')
        .map(({ subject, steps }) => `${steps[0]?.kind} ${/order-\d+/.exec(subject)?.[0]}`)
      expect(reported.toSorted()).toEqual(run.doubled.toSorted())
      // It sends all that was lost again, and so is blind wherever it does not know.
      expect(findings.filter(({ code }) => code === 'unresolved')).toEqual([])
      convicted += reported.length
    }),
    { numRuns, endOnFailure: true },
  )
  expect(convicted).toBeGreaterThan(0)
})
