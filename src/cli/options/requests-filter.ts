import { type Command, Option } from 'commander'
import type { ControlClient } from '../../client/control-client.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import type { RequestAnswer, RequestsQuery } from '../../http/contract/control/calls/requests.ts'
import { type Operation, operations } from '../../scenario/rule.ts'
import { wholeNumber } from './argument.ts'
import type { TargetOptions } from './connection.ts'

export interface RequestsOptions extends TargetOptions {
  readonly follow?: true
  readonly allWorlds?: true
  readonly har?: true
  readonly limit: number
  readonly operation?: Operation
  readonly status?: number
  readonly correlationId?: string
  readonly rule?: string
  readonly reference?: string
  readonly audit?: number
  readonly merchant?: number
}

export function withRequestsFilter(command: Command): Command {
  return command
    .addOption(new Option('--operation <name>', 'only this operation').choices(operations))
    .option('--status <n>', 'only answers with this HTTP status', wholeNumber(100, 599))
    .option('--correlation-id <id>', 'only requests with this correlation id')
    .option('--rule <rule>', 'only those that this rule shaped: <scenario>/<rule>, or its name')
    .option('--reference <text>', 'only those about a transaction with this reference')
    .option('--audit <n>', 'only those about this transaction', wholeNumber(1, MAX_ID))
    .option('--merchant <id>', 'only those for this merchant', wholeNumber(1, MAX_ID))
}

/** The filter in the form that the sandbox applies. */
export function filterOf(options: RequestsOptions): RequestsQuery {
  const { correlationId } = options
  return {
    limit: options.limit,
    ...present(options, ['operation', 'status', 'rule', 'reference', 'audit', 'merchant']),
    ...(correlationId !== undefined && { correlation_id: correlationId }),
  }
}

function present<Value, Key extends keyof Value>(
  value: Value,
  keys: readonly Key[],
): Pick<Value, Key> {
  const given = keys.filter((key) => value[key] !== undefined).map((key) => [key, value[key]])
  return Object.fromEntries(given)
}

/**
 * The same filter for requests that arrive as events; the sandbox itself decides which ones match.
 */
export async function isWanted(
  { id }: RequestAnswer,
  options: RequestsOptions,
  client: ControlClient,
): Promise<boolean> {
  const { limit: _limit, ...filter } = filterOf(options)
  if (Object.keys(filter).length === 0) return true
  const [found] = (await client.requests({ ...filter, since: id - 1, limit: 1 })).requests
  return found?.id === id
}
