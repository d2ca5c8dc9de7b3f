import { type Command, Option } from 'commander'
import type { RequestAnswer } from '../../http/contract/control-answers.ts'
import { operations } from '../../scenario/rule.ts'
import { wholeNumber } from '../argument.ts'
import { command } from '../command.ts'
import { connect, type TargetOptions, withTarget, worldOf } from '../connection.ts'
import { exchangeLine, resultOf } from '../exchange-line.ts'
import { exchangeOf } from '../exchange-of.ts'
import { type Output, outputFor } from '../output.ts'

interface Options extends TargetOptions {
  readonly follow?: true
  readonly limit: number
  readonly operation?: string
  readonly status?: number
  readonly correlationId?: string
}

export function requestsCommand(): Command {
  return withTarget(
    command('requests', {
      summary: 'List or follow the requests that the sandbox answered',
      details:
        'Lists the last requests, newest last, with cards and accounts masked. With --follow it goes on as they come, until Ctrl-C.',
      examples: [
        'sandgate requests',
        'sandgate requests --follow',
        'sandgate requests --operation purchase --status 409',
      ],
    }),
  )
    .option('-f, --follow', 'go on with new ones as they come; with --json one document per line')
    .option('--limit <n>', 'how many to list, 1 to 1000', wholeNumber(1, 1000), 100)
    .addOption(new Option('--operation <name>', 'only this operation').choices(operations))
    .option('--status <n>', 'only answers with this HTTP status', wholeNumber(100, 599))
    .option('--correlation-id <id>', 'only requests with this correlation id')
    .action((options: Options) => (options.follow ? follow(options) : list(options)))
}

async function list(options: Options): Promise<void> {
  const answer = await connect(options).requests(filterOf(options))
  outputFor(options).result(answer, (output) => requestsText(output, answer.requests))
}

/** Those there are, then each new one; the stream comes first, so that none falls in between. */
async function follow(options: Options): Promise<void> {
  const client = connect(options)
  const output = outputFor(options)
  const show = (request: RequestAnswer) =>
    output.result(request, ({ style }) =>
      exchangeLine(exchangeOf(request, worldOf(options)), style),
    )
  const events = await client.events()
  let last = 0
  for (const request of (await client.requests(filterOf(options))).requests) {
    show(request)
    last = request.id
  }
  for await (const event of events) {
    if (event.type !== 'request' || event.data.id <= last) continue
    if (isWanted(event.data, options)) show(event.data)
  }
}

function filterOf({ limit, operation, status, correlationId }: Options) {
  return {
    limit,
    ...(operation !== undefined && { operation }),
    ...(status !== undefined && { status }),
    ...(correlationId !== undefined && { correlation_id: correlationId }),
  }
}

function isWanted(entry: RequestAnswer, { operation, status, correlationId }: Options): boolean {
  return (
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.answer.status === status) &&
    (correlationId === undefined || entry.request.correlation_id === correlationId)
  )
}

const columns = [
  { title: 'id', align: 'right' },
  { title: 'request', wraps: true },
  { title: 'answer' },
  { title: 'rule', wraps: true },
  { title: 'took', align: 'right' },
] as const

function requestsText({ table }: Output, requests: readonly RequestAnswer[]): string {
  if (requests.length === 0) return 'There are no such requests.'
  return table(
    columns,
    requests.map((entry) => {
      const exchange = exchangeOf(entry, 'default')
      const { method, path, rule = '' } = exchange
      return [
        entry.id,
        `${method} ${path}`,
        resultOf(exchange),
        rule,
        `${Math.round(entry.duration)} ms`,
      ]
    }),
  )
}
