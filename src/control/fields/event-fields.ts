import type { Fired, Scheduled } from '../contract/calls/clock.ts'
import { heldMoment, heldMoney, type ResourceField } from './field.ts'
import { eventText, eventVerb, pastEventText } from './move-words.ts'

const about: readonly ResourceField<Scheduled>[] = [
  { label: 'audit', listed: ({ audit }) => audit, column: { isKey: true } },
  { label: 'reference', listed: ({ reference }) => reference, column: { room: 'reference' } },
  {
    label: 'amount',
    listed: ({ total, currency }) => heldMoney(total, currency),
    column: { align: 'right', isHeadedByCurrency: true },
  },
]

const moment: ResourceField<Scheduled> = {
  label: 'at',
  listed: ({ at }) => heldMoment(at),
  column: {},
}

/** What an event of the clock shows that is still to come, in this order. */
export const scheduledFields: readonly ResourceField<Scheduled>[] = [
  moment,
  {
    label: 'event',
    listed: ({ event }) => ({
      is: 'words',
      text: eventText(event),
      brief: eventVerb(event, 'scheduled'),
    }),
    column: {},
  },
  ...about,
]

/** The same of one that has happened. */
export const firedFields: readonly ResourceField<Fired>[] = [
  moment,
  {
    label: 'event',
    listed: ({ event, to }) =>
      event === 'resolved' && to
        ? { is: 'words', text: `payment is now ${to}`, brief: `now ${to}` }
        : { is: 'words', text: pastEventText(event), brief: eventVerb(event, 'happened') },
    column: {},
  },
  ...about,
  {
    label: 'status',
    listed: ({ from, to }) =>
      to === undefined ? null : { is: 'words', text: `${from} -> ${to}`, short: to },
    column: { isSpare: true },
  },
]
