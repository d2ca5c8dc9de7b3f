import { type Command, InvalidArgumentError, Option } from 'commander'
import { ControlError } from '../../client/control-error.ts'
import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import { isKvpKey } from '../../domain/restricted-text.ts'
import type { ExplainAnswer, ExplainBody } from '../../http/contract/control/calls/rules.ts'
import { allConditions, type NamedCondition } from '../../scenario/conditions/table.ts'
import { misuse } from '../cli-error.ts'
import { command } from '../command.ts'
import { wholeNumber } from '../options/argument.ts'
import { connectToRead, type TargetOptions, withTarget } from '../options/connection.ts'
import { type Output, outputFor } from '../terminal/output.ts'
import { whenText } from '../words/rule-text.ts'

/** What a request holds, by the names of the options in camel case. */
type Options = TargetOptions & Readonly<Record<string, unknown>>

export function scenarioExplainCommand(): Command {
  const explaining = withTarget(
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
  for (const condition of allConditions) explaining.addOption(optionFor(condition))
  return explaining.action(explain)
}

function optionFor({ name, form, option: [value, help] }: NamedCondition): Option {
  const option = new Option(`--${name.replaceAll('_', '-')} <${value}>`, help)
  switch (form.kind) {
    case 'words':
    case 'word':
      return option.choices(form.words)
    case 'ids':
      return option.argParser(wholeNumber(1, MAX_ID))
    case 'texts by key':
      return option.argParser(keyValue)
    case 'texts':
    case 'amount':
      return option
  }
}

async function explain(options: Options): Promise<void> {
  const body = bodyOf(options)
  const answer = await connectToRead(options).explain(body).catch(inOptions(body))
  outputFor(options).result(answer, (output) => explanationText(output, answer))
}

/** What the sandbox refuses of the request is wrong with the option that said it. */
function inOptions(body: object) {
  return (error: unknown): never => {
    if (
      !(error instanceof ControlError) ||
      error.errors.some(({ location }) => location[0] !== 'body')
    ) {
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
  const isOpen = allConditions.some((one) => one.name === name && one.fact.isOpen)
  return isOpen ? ` '${maskCardNumbers(String(value))}'` : ''
}

function bodyOf(options: Options): ExplainBody {
  const given = allConditions.flatMap(({ name }) => {
    const value = options[camelCase(name)]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given)
}

/** As commander names an option. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
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
