import { type Command, Option } from 'commander'
import type { ControlClient } from '../../client/control-client.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import type { RequestResponse } from '../../http/contract/control/calls/requests.ts'
import type { InputOf } from '../../http/control/control-calls.ts'
import { type Operation, operations } from '../../scenario/operations.ts'
import { lastFourArgument, momentArgument, wholeNumber } from './argument.ts'
import { ownOptions, type TargetOptions } from './connection.ts'

/** What requests and transactions have in common. */
export interface PaidOptions {
  readonly reference?: string
  readonly amount?: number
  readonly card?: string
  readonly since?: string
  readonly until?: string
  readonly merchant?: number
}

export function withPaidFilter(command: Command): Command {
  return command
    .option('--amount <cents>', 'only this amount', wholeNumber(1, MAX_AMOUNT, ' of cents'))
    .option('--card <digits>', 'only cards and accounts ending in these 4 digits', lastFourArgument)
    .option('--since <time>', 'only from this instant or date on', momentArgument)
    .option('--until <time>', 'only up to this instant, or before this date', momentArgument)
    .option('--merchant <id>', 'only for this merchant', wholeNumber(1, MAX_ID))
}

export interface RequestsOptions extends TargetOptions, PaidOptions {
  readonly follow?: true
  readonly allWorlds?: true
  readonly limit: number
  readonly cursor?: number
  readonly operation?: Operation
  readonly status?: number
  readonly answer?: 'lost' | 'answered'
  readonly correlationId?: string
  readonly rule?: string
  readonly audit?: number
}

const answerOption = new Option(
  '--answer <kind>',
  'only requests whose answer was lost, or was delivered',
)

export function withRequestsFilter(command: Command): Command {
  const filtered = command
    .addOption(new Option('--operation <name>', 'only this operation').choices(operations))
    .option('--status <n>', 'only answers with this HTTP status', wholeNumber(100, 599))
    .addOption(answerOption.choices(['lost', 'answered']))
    .option('--correlation-id <id>', 'only requests with this correlation id')
    .option('--rule <rule>', 'only requests that a rule applied to: <scenario>/<rule>, or its name')
    .option('--audit <n>', 'only requests about this transaction', wholeNumber(1, MAX_ID))
    .option('--reference <text>', 'only requests about a transaction with this reference')
  return withPaidFilter(filtered)
}

/** The filter in the form that the sandbox applies. */
export function filterOf(options: RequestsOptions): InputOf<'requests'> {
  const { follow: _follow, allWorlds: _all, ...filter } = ownOptions(options)
  return withCorrelationId(filter)
}

/** A filter with its only name of two words as the sandbox spells it. */
export function withCorrelationId<Filter extends { readonly correlationId?: string }>({
  correlationId,
  ...filter
}: Filter) {
  return { ...filter, ...(correlationId !== undefined && { correlation_id: correlationId }) }
}

/**
 * The same filter for requests that arrive as events; the sandbox itself decides which ones match.
 */
export async function isWanted(
  { id }: RequestResponse,
  options: RequestsOptions,
  client: ControlClient,
): Promise<boolean> {
  const { limit: _limit, ...filter } = filterOf(options)
  if (Object.keys(filter).length === 0) return true
  // Newest first up to this one.
  const [found] = (await client.requests({ ...filter, cursor: id + 1, limit: 1 })).requests
  return found?.id === id
}
