import { transactionKinds } from '../domain/transaction/kinds-and-statuses.ts'

/** Every call of the gateway and the vault, by its name in rules, journal and reports. */
export const operations = [
  ...transactionKinds,
  'lookup',
  'search',
  'customer_search',
  'customer_create',
  'customer_lookup',
  'customer_update',
  'customer_delete',
  'token_list',
  'token_create',
  'token_lookup',
  'token_update',
  'token_delete',
] as const

export type Operation = (typeof operations)[number]

export const methods = ['card', 'direct_debit'] as const

export type Method = (typeof methods)[number]

/** Sunday is 0. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

export type Weekday = (typeof weekdays)[number]

/** How authors may write a day: `sat`, `Sat`, `saturday` or `Saturday`. */
export const weekdayWords = [
  ...weekdays,
  ...(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const),
  ...(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const),
  ...(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const),
] as const

export type WeekdayWord = (typeof weekdayWords)[number]
