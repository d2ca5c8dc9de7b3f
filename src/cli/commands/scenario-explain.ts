import { type Command, InvalidArgumentError, Option } from 'commander'
import { ControlError } from '../../client/control-error.ts'
import type { CardType } from '../../domain/card/card.ts'
import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import { isKvpKey } from '../../domain/restricted-text.ts'
import type { ExplainAnswer, ExplainBody } from '../../http/contract/control/calls/rules.ts'
import { type Operation, operations } from '../../scenario/rule.ts'
import { misuse } from '../cli-error.ts'
import { command } from '../command.ts'
import { wholeNumber } from '../options/argument.ts'
import { connect, type TargetOptions, withTarget } from '../options/connection.ts'
import { type Output, outputFor } from '../terminal/output.ts'
import { whenText } from '../words/rule-text.ts'

interface Options extends TargetOptions {
  readonly operation?: Operation
  readonly merchant?: number
  readonly method?: 'card' | 'direct_debit'
  readonly amount?: string
  readonly currency?: string
  readonly pan?: string
  readonly cardType?: CardType
  readonly cvv?: string
  readonly bsb?: string
  readonly accountNumber?: string
  readonly reference?: string
  readonly kvp?: Record<string, string>
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
    .option('--merchant <id>', 'default: 1', wholeNumber(1, MAX_ID))
    .addOption(new Option('--method <method>', 'default: card').choices(['card', 'direct_debit']))
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
  const body = bodyOf(options)
  const answer = await connect(options).explain(body).catch(inOptions(body))
  outputFor(options).result(answer, (output) => explanationText(output, answer))
}

/** What the sandbox refuses of the request is wrong with the option that said it. */
function inOptions(body: object) {
  return (error: unknown): never => {
    if (!(error instanceof ControlError) || error.errors.some(({ location }) => !location[1])) {
      throw error
    }
    const lines = error.errors.map(({ error_message: message, location: [, name = '', key] }) => {
      const option = `--${name.replaceAll('_', '-')}${key === undefined ? '' : ` ${key}`}`
      const fault = `${message.charAt(0).toLowerCase()}${message.slice(1)}`
      return `Invalid ${option}${shown(name, Reflect.get(body, name))}: it ${fault}`
    })
    throw misuse(lines.join('\n'))
  }
}

/** Of a card or an account not even a wrong number is shown. */
function shown(name: string, value: unknown): string {
  const isOpen = ['amount', 'currency', 'card_type', 'bsb'].includes(name)
  return isOpen ? ` '${maskCardNumbers(String(value))}'` : ''
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
  if (!isKvpKey(text.slice(0, mark))) {
    throw new InvalidArgumentError('A key has 1 to 64 letters, digits, underscores and periods.')
  }
  return { ...before, [text.slice(0, mark)]: text.slice(mark + 1) }
}

function explanationText(output: Output, { rule, tried, assumed }: ExplainAnswer): string {
  const { style, table, paragraph } = output
  const found =
    rule === null
      ? 'No rule matches: the request takes its natural course.'
      : `${style('strong', rule.id)}\n${paragraph(`when ${whenText(rule.when)}: ${rule.effect}`, '  ')}`
  const guess = `Assumed that it is by ${assumed.method}; --method says otherwise.`
  const verdict = assumed.method === undefined ? found : `${found}\n${style('quiet', guess)}`
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
