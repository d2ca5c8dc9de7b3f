import type { recoveryCases } from '../../../src/judge/coverage/recovery.ts'
import { amount } from '../wire/judged.ts'
import { all, type Play, type Proof } from './proof.ts'

/** Pays with an answer that is lost like this. */
const lose =
  (cents: number): Play =>
  (judged) =>
    judged.pay(`lost-${cents}`, amount(cents))

/** Pays, waits in vain and gives up. */
const giveUp =
  (cents: number, rule: string): Play =>
  (judged) =>
    judged.giveUpOn(`lost-${cents}`, `default/${rule}`, amount(cents))

const look =
  (cents: number): Play =>
  (judged) =>
    judged.client.search(`lost-${cents}`)

/** A search that has no answer itself says nothing. */
const lookInVain =
  (cents: number): Play =>
  async (judged) => {
    const outcome = { fault: { at: 'before', http: 503 } }
    await judged.control.post('/rules', { when: { operation: 'search' }, outcome })
    await look(cents)(judged)
  }

/** Lost and found ticks it; lost, with no answered search, or lost in another way does not. */
const lost = (cents: number, ...others: readonly number[]): Proof => ({
  shown: all(lose(cents), look(cents)),
  missed: all(lose(cents), lookInVain(cents), ...others.flatMap((one) => [lose(one), look(one)])),
})

export const recoveryProofs: Record<(typeof recoveryCases)[number]['name'], Proof> = {
  'error-before-processing': lost(9900503, 9800503, 9900000, 9900429),
  'error-after-processing': lost(9800503, 9900503, 9800000),
  'no-response-before-processing': {
    shown: all(giveUp(9900408, 'no-response-before'), look(9900408)),
    missed: all(
      giveUp(9900408, 'no-response-before'),
      giveUp(9800408, 'no-response-after'),
      look(9800408),
      lose(9900000),
      look(9900000),
    ),
  },
  'no-response-after-processing': {
    shown: all(giveUp(9800408, 'no-response-after'), look(9800408)),
    missed: all(
      giveUp(9800408, 'no-response-after'),
      giveUp(9900408, 'no-response-before'),
      look(9900408),
      lose(9800000),
      look(9800000),
    ),
  },
  'reset-before-processing': lost(9900000, 9800000, 9900001, 9900503),
  'reset-after-processing': lost(9800000, 9900000, 9800001, 9800503),
  'recovered-without-duplicate': {
    shown: all(lose(9800503), look(9800503)),
    missed: all(
      lose(9900503),
      look(9900503),
      // It charged twice before it looked.
      lose(9800000),
      (judged) => judged.pay('again', amount(9800000)),
      look(9800000),
    ),
  },
  'search-after-cache-time': {
    shown: async (judged) => {
      await judged.pay('old')
      await judged.pass('24h')
      await judged.client.search('old')
    },
    missed: async (judged) => {
      await judged.client.search('never sent')
      await judged.pay('refused', { 'transaction.reference': undefined })
      await judged.client.search('refused')
      await judged.pay('fresh')
      await judged.pass('23h')
      await judged.client.search('fresh')
    },
  },
}
