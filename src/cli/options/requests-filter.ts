import { MAX_ID } from '../../domain/identifier.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import { operations } from '../../scenario/operations.ts'
import { choice, flag, inGroup, option } from '../define/option.ts'
import { auditNumber, lastFourArgument, momentArgument, wholeNumber } from './argument.ts'

/** What requests and transactions have in common. */
export const paidFilter = inGroup('Filters', {
  reference: option('--reference <text>', 'only those about a transaction with this reference'),
  correlationId: option('--correlation-id <id>', 'only those with this correlation id'),
  amount: option('--amount <cents>', 'only this amount', wholeNumber(1, MAX_AMOUNT, ' of cents')),
  card: option(
    '--card <digits>',
    'only cards and accounts ending in these 4 digits',
    lastFourArgument,
  ),
  since: option('--since <time>', 'only from this instant or date on', momentArgument),
  until: option('--until <time>', 'only up to this instant, or before this date', momentArgument),
  merchant: option('--merchant <id>', 'only for this merchant', wholeNumber(1, MAX_ID)),
})

export const requestsFilter = inGroup('Filters', {
  operation: choice('--operation <name>', 'only this operation', operations),
  status: option('--status <n>', 'only responses with this HTTP status', wholeNumber(100, 599)),
  lost: flag('--lost', 'only those whose response was lost: none, cut off, unreadable, 5xx or 408'),
  rule: option(
    '--rule <rule>',
    'only requests that a rule applied to: <scenario>/<rule>, or its name',
  ),
  audit: option('--audit <n>', 'only requests about this transaction', auditNumber),
  ...paidFilter,
})

/** The filter in the form that the sandbox applies. */
export function filterIn<Filter extends object, Values extends object>(
  filter: Filter,
  given: Values,
) {
  const values = Object.entries(given).filter(
    ([name, value]) => name in filter && value !== undefined,
  )
  return Object.fromEntries(
    values.map(([name, value]) => [name.replace(/[A-Z]/g, '_$&').toLowerCase(), value]),
  )
}
