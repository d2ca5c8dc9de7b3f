import type {
  bookCases,
  debitCases,
  timeCases,
} from '../../../src/judge/coverage/debits-and-time.ts'
import { byDirectDebit } from '../../support/gateway-client.ts'
import { type Play, type Proof, paid } from './proof.ts'

const bsb = (number: string) =>
  byDirectDebit({ 'transaction.payment_method.directdebit.bsb': number })

/** A debit of an account at this bank, and some days. */
const debit =
  (number: string, time: string): Play =>
  async (judged) => {
    await paid(judged, bsb(number))
    await judged.pass(time)
  }

export const debitAndTimeProofs: Record<
  (typeof debitCases | typeof timeCases)[number]['name'],
  Proof
> = {
  'debit-cleared': {
    shown: debit('062-000', '4 banking days'),
    missed: debit('062-000', '1 banking days'),
  },
  'debit-returned': {
    shown: debit('032-056', '3 banking days'),
    missed: async (judged) => {
      await debit('062-000', '4 banking days')(judged)
      // Refused at once, and returned late, are other cases.
      await debit('032-050', '4 banking days')(judged)
      await debit('032-060', '6 banking days')(judged)
    },
  },
  'debit-returned-late': {
    shown: debit('032-060', '6 banking days'),
    missed: debit('032-056', '6 banking days'),
  },
  'debit-voided': {
    shown: async (judged) => judged.client.void(await paid(judged, byDirectDebit())),
    missed: async (judged) => {
      await judged.client.void(await paid(judged))
      const lodged = await paid(judged, byDirectDebit())
      await judged.pass('1 banking days')
      await judged.client.void(lodged)
    },
  },
  'debit-refunded': {
    shown: async (judged) => {
      const audit = await paid(judged, byDirectDebit())
      await judged.pass('4 banking days')
      await judged.client.refund(audit)
    },
    missed: async (judged) => {
      await judged.client.refund(await paid(judged, byDirectDebit()))
      await judged.client.refund(await paid(judged))
    },
  },
  'refund-of-a-returned': {
    shown: async (judged) => {
      const audit = await paid(judged, bsb('032-060'))
      await judged.pass('6 banking days')
      await judged.client.refund(audit)
    },
    missed: async (judged) => {
      const declined = await paid(judged, bsb('032-050'))
      await judged.pass('6 banking days')
      await judged.client.refund(declined)
    },
  },
  'daylight-saving-change': {
    shown: async (judged) => {
      await paid(judged)
      await judged.pass('200d')
      await paid(judged)
    },
    missed: async (judged) => {
      await paid(judged)
      await judged.pass('20d')
      const audit = await paid(judged)
      await judged.pass('180d')
      await judged.client.lookup(audit)
    },
  },
}

const books =
  (cents: number): Play =>
  async (judged) => {
    const audit = await paid(judged)
    await judged.control.post('/reconcile', { orders: [{ audit, paid: cents }] })
  }

export const bookProofs: Record<(typeof bookCases)[number]['name'], Proof> = {
  'books-agree': { shown: books(1000), missed: books(999) },
}
