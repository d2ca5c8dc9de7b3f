import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ExplainAnswer } from '../../http/contract/control-answers.ts'
import type { ExplainBody } from '../../http/contract/control-requests.ts'
import { type Operation, operations } from '../../scenario/rule.ts'
import { wholeNumber } from '../argument.ts'
import { command } from '../command.ts'
import { connect, type TargetOptions, withTarget } from '../connection.ts'
import { type Output, outputFor } from '../output.ts'
import { whenText } from '../rule-text.ts'

interface Options extends TargetOptions {
  readonly operation?: Operation
  readonly merchant?: number
  readonly method?: 'card' | 'direct_debit'
  readonly amount?: string
  readonly currency?: string
  readonly pan?: string
  readonly cardType?: string
  readonly cvv?: string
  readonly bsb?: string
  readonly accountNumber?: string
  readonly reference?: string
  readonly kvp?: Readonly<Record<string, string>>
  readonly customerReference?: string
  readonly virtualPan?: string
  readonly tokenName?: string
}

export function scenarioExplainCommand(): Command {
  return withTarget(
    command('explain', {
      summary: 'Say which rule a request would meet, and why the ones before it do not match',
      details:
        'Says which rule a request would meet, and why the ones before it do not match. Nothing is counted and nothing happens.',
      examples: [
        'sandgate scenario explain --pan 4000000000000051 --amount 1000',
        'sandgate scenario explain --method direct_debit --bsb 032-051',
      ],
    }),
  )
    .addOption(new Option('--operation <name>', 'default: purchase').choices(operations))
    .option('--merchant <id>', 'default: 1', wholeNumber(1))
    .addOption(new Option('--method <method>', 'how it pays').choices(['card', 'direct_debit']))
    .option('--amount <cents>', 'as submitted, for example 1000')
    .option('--currency <code>', 'for example AUD')
    .option('--pan <digits>', 'card number')
    .option('--card-type <type>', 'for example visa')
    .option('--cvv <digits>', 'security code')
    .option('--bsb <digits>', 'bank and branch of a direct debit')
    .option('--account-number <digits>', 'account of a direct debit')
    .option('--reference <text>', "the transaction's reference")
    .option('--kvp <key=value>', 'a key-value pair; can be repeated', keyValue)
    .option('--customer-reference <text>', "the customer's reference")
    .option('--virtual-pan <digits>', 'number of a stored card or account')
    .option('--token-name <text>', "the token's preferred name")
    .action(explain)
}

async function explain(options: Options): Promise<void> {
  const answer = await connect(options).explain(bodyOf(options))
  outputFor(options).result(answer, (output) => explanationText(output, answer))
}

function bodyOf(options: Options): ExplainBody {
  const { url: _url, world: _world, json: _json, ...facts } = options
  const { cardType, accountNumber, customerReference, virtualPan, tokenName, ...same } = facts
  return {
    ...same,
    ...(cardType !== undefined && { card_type: cardType }),
    ...(accountNumber !== undefined && { account_number: accountNumber }),
    ...(customerReference !== undefined && { customer_reference: customerReference }),
    ...(virtualPan !== undefined && { virtual_pan: virtualPan }),
    ...(tokenName !== undefined && { token_name: tokenName }),
  }
}

function keyValue(text: string, before: Readonly<Record<string, string>> = {}) {
  const mark = text.indexOf('=')
  if (mark < 1) throw new InvalidArgumentError('Write it as key=value.')
  return { ...before, [text.slice(0, mark)]: text.slice(mark + 1) }
}

function explanationText(output: Output, { rule, tried }: ExplainAnswer): string {
  const { style, table, paragraph } = output
  const verdict =
    rule === null
      ? 'No rule matches: the request takes its natural course.'
      : `${style('strong', rule.id)}\n${paragraph(`when ${whenText(rule.when)}: ${rule.effect}`, '  ')}`
  if (tried.length === 0) return verdict
  const columns = [
    { title: 'asked before', wraps: true },
    { title: 'did not match because', wraps: true },
  ] as const
  const reasons = table(
    columns,
    tried.map(({ id, reason }) => [id, reason]),
  )
  return `${verdict}\n\n${reasons}`
}
