import { type Command, Option } from 'commander'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import { operations } from '../../scenario/rule.ts'
import { command } from '../command.ts'
import { wholeNumber } from '../options/argument.ts'
import { connect, withTarget } from '../options/connection.ts'
import { filterOf, type RequestsOptions } from '../options/requests-filter.ts'
import { followRequests } from '../process/follow-requests.ts'
import { type Output, outputFor } from '../terminal/output.ts'
import { resultOf } from '../words/exchange-line.ts'
import { exchangeOf } from '../words/exchange-of.ts'

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
    .action((options: RequestsOptions) =>
      options.follow ? followRequests(options) : list(options),
    )
}

async function list(options: RequestsOptions): Promise<void> {
  const answer = await connect(options).requests(filterOf(options))
  outputFor(options).result(answer, (output) => requestsText(output, answer.requests))
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
