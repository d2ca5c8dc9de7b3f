import type {
  holdCases,
  voidAndRefundCases,
} from '../../../src/judge/coverage/holds-and-refunds.ts'
import { amount } from '../wire/judged.ts'
import { held, type Play, type Proof, paid, pan } from './proof.ts'

const complete =
  (...cents: readonly number[]): Play =>
  async (judged) => {
    const audit = await held(judged)
    for (const one of cents) await judged.client.complete(audit, amount(one))
  }

const refund =
  (...cents: readonly number[]): Play =>
  async (judged) => {
    const audit = await paid(judged)
    for (const one of cents) await judged.client.refund(audit, amount(one))
  }

export const holdAndRefundProofs: Record<
  (typeof holdCases | typeof voidAndRefundCases)[number]['name'],
  Proof
> = {
  'hold-completed-in-full': { shown: complete(1000), missed: complete(999) },
  'hold-completed-in-part': { shown: complete(1), missed: complete(1000) },
  'hold-completed-twice': {
    shown: complete(400, 400),
    missed: async (judged) => {
      await complete(400)(judged)
      const voided = await held(judged)
      await judged.client.void(voided)
      await judged.client.complete(voided)
    },
  },
  'completion-too-large': { shown: complete(1001), missed: complete(1000) },
  'hold-expired': {
    shown: async (judged) => {
      const audit = await held(judged)
      await judged.pass('7d')
      await judged.client.complete(audit)
    },
    missed: async (judged) => {
      const audit = await held(judged)
      await judged.pass('6d')
      await judged.client.complete(audit)
      // Expired, and nobody wanted it any more.
      await held(judged)
      await judged.pass('8d')
    },
  },
  'hold-voided': {
    shown: async (judged) => judged.client.void(await held(judged)),
    missed: async (judged) => judged.client.void(await paid(judged)),
  },
  void: {
    shown: async (judged) => judged.client.void(await paid(judged)),
    missed: async (judged) => {
      await judged.client.void(await held(judged))
      await judged.client.void(await paid(judged, pan('4000000000009803')))
    },
  },
  'void-after-cut-off': {
    shown: async (judged) => {
      const audit = await paid(judged)
      await judged.pass('1d')
      await judged.client.void(audit)
    },
    missed: async (judged) => {
      const refunded = await paid(judged)
      await judged.client.refund(refunded, amount(1))
      await judged.client.void(refunded)
      await judged.client.void(await paid(judged, amount(1000051)))
      await judged.client.void(await paid(judged))
    },
  },
  'refund-in-full': { shown: refund(1000), missed: refund(999) },
  'refund-in-parts': {
    shown: refund(400, 600),
    missed: async (judged) => {
      await refund(400)(judged)
      await refund(600)(judged)
      await refund(400, 700)(judged)
    },
  },
  'refund-over-the-limit': { shown: refund(600, 401), missed: refund(600, 400) },
  'refund-of-a-declined': {
    shown: async (judged) => judged.client.refund(await paid(judged, amount(1000051))),
    missed: async (judged) => {
      const voided = await paid(judged)
      await judged.client.void(voided)
      await judged.client.refund(voided)
      await judged.client.refund(await held(judged))
      await judged.client.refund(999)
    },
  },
}
