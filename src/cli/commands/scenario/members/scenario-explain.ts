import { redactText } from '../../../../base/redaction/redacted.ts'
import { counted, lowerFirst } from '../../../../base/text/counted.ts'
import { ControlError } from '../../../../control/client/control-error.ts'
import type { ExplainResponse } from '../../../../control/contract/calls/scenarios.ts'
import type { ExplainBody } from '../../../../control/contract/explain-request.ts'
import { camelCase } from '../../../../control/lists/filter.ts'
import { MAX_ID } from '../../../../domain/identifier.ts'
import { isKvpKey } from '../../../../domain/restricted-text.ts'
import { allConditions, type NamedCondition } from '../../../../scenario/conditions/table.ts'
import { nearestRules } from '../../../../scenario/describe/considered-rules.ts'
import { whenText } from '../../../../scenario/describe/describe-rule.ts'
import { CliError, misuse } from '../../../cli-error.ts'
import { command } from '../../../define/command.ts'
import {
  BadValue,
  choice,
  flag,
  inGroup,
  type OptionDefinition,
  option,
} from '../../../define/option.ts'
import type { Io } from '../../../io.ts'
import { momentArgument, wholeNumber } from '../../../options/argument.ts'
import { connectToRead, type TargetOptions } from '../../../options/connection.ts'
import { type Output, outputFor } from '../../../terminal/output.ts'

/** The parts of the request, by option name in camel case. */
type ExplainOptions = TargetOptions & Readonly<Record<string, unknown>>

export const scenarioExplainCommand = command({
  name: 'explain',
  summary: 'Show which rules apply to a request, and why similar rules do not',
  details:
    'Rehearses a request: the gateway processes it, and everything is undone. Shows which rules apply to it, and why similar rules do not. What a request needs besides the options is assumed.',
  examples: [
    'scenario explain --pan 4000000000000051 --amount 1000',
    'scenario explain --method direct_debit --bsb 032-051',
    'scenario explain --request 12',
  ],
  options: {
    request: option(
      '--request <id>',
      'a recorded request',
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    ),
    at: option('--at <instant>', 'sandbox time of the request (default: now)', momentArgument),
    all: flag('--all', 'list every rule, not only the nearest'),
    ...inGroup('Request', conditionOptions()),
  },
  target: 'world',
  run: (given, { io }) => explain(given, io),
})

/** An option for each condition that a request can be asked about. */
function conditionOptions(): Readonly<Record<string, OptionDefinition>> {
  const options = allConditions.flatMap((condition) => {
    const made = optionFor(condition)
    return made === undefined ? [] : [[camelCase(condition.name), made] as const]
  })
  return Object.fromEntries(options)
}

function optionFor({ name, form, option: words }: NamedCondition): OptionDefinition | undefined {
  if (words === undefined) return undefined
  const flags = `--${name.replaceAll('_', '-')} <${words[0]}>`
  switch (form.kind) {
    case 'words':
    case 'word':
      return choice(flags, words[1], form.words)
    case 'ids':
      return option(flags, words[1], wholeNumber(1, MAX_ID))
    case 'texts by key':
      return option(flags, words[1], name === 'header' ? headerValue : keyValue)
    case 'texts':
    case 'amount':
    case 'moment':
    case 'days':
    case 'flag':
    case 'rate':
      return option(flags, words[1])
  }
}

async function explain(options: ExplainOptions, io: Io): Promise<void> {
  const body = bodyOf(options)
  const answer = await connectToRead(options, io).explain(body).catch(inOptions(body))
  const asked = { isWhole: options.all === true, isRecorded: body.request !== undefined }
  outputFor(options, io).result(answer, (output) => explanationText(output, answer, asked))
}

/** Attributes a refused part of the request to the option that set it. */
function inOptions(body: object) {
  return (error: unknown): never => {
    if (
      !(error instanceof ControlError) ||
      error.errors.some(({ location }) => location[0] !== 'body')
    ) {
      throw error
    }
    const [missing] = error.errors.filter(({ error_code: code }) => code === 'not_found')
    if (missing !== undefined) throw new CliError(missing.error_message)
    const lines = error.errors.map(
      ({ error_code, error_message, location: [, name = '', key] }) => {
        const option = `--${name.replaceAll('_', '-')}${key === undefined ? '' : ` ${key}`}`
        const message = lowerFirst(error_message)
        if (error_code === 'missing_field') return `Pass ${option}: ${message}`
        return `Invalid ${option}${shown(name, Reflect.get(body, name))}: it ${message}`
      },
    )
    throw misuse(lines.join('\n'))
  }
}

/** Hides card and account numbers, even invalid ones. */
function shown(name: string, value: unknown): string {
  const isOpen = allConditions.some((one) => one.name === name && one.show === undefined)
  return isOpen && typeof value !== 'object' ? ` '${redactText(String(value))}'` : ''
}

function bodyOf(options: ExplainOptions): ExplainBody {
  const given = allConditions.flatMap(({ name }): [string, unknown][] => {
    const value = options[camelCase(name)]
    return value === undefined ? [] : [[name, value]]
  })
  const { request, at } = options
  if (at !== undefined) given.push(['at', at])
  if (request === undefined) return Object.fromEntries(given)
  if (given.length > 0) throw misuse('Use --request without other options that describe a request')
  return { request: Number(request) }
}

function keyValue(text: string, before: Readonly<Record<string, string>> = {}) {
  const mark = text.indexOf('=')
  if (mark < 1) throw new BadValue('write it as key=value')
  if (!isKvpKey(text.slice(0, mark))) {
    throw new BadValue('a key has 1 to 64 letters, digits, underscores and periods')
  }
  return { ...before, [text.slice(0, mark)]: text.slice(mark + 1) }
}

function headerValue(text: string, before: Readonly<Record<string, string>> = {}) {
  const mark = text.indexOf('=')
  if (mark < 1) throw new BadValue('write it as name=value')
  return { ...before, [text.slice(0, mark).toLowerCase()]: text.slice(mark + 1) }
}

interface ExplainScope {
  readonly isWhole: boolean
  /** The request was made before, so what its rules did is known. */
  readonly isRecorded: boolean
}

function explanationText(output: Output, answer: ExplainResponse, asked: ExplainScope): string {
  const { rules, gone, refused, note } = answer
  const { isRecorded } = asked
  const { style, paragraph } = output
  const found = [
    ...gone.map((id) => `${style('strong', id)} applied to it, and is no longer active`),
    ...rules.map((rule) => decidingText(output, rule)),
  ]
  const isUnasked = isRecorded && answer.tried.length === 0
  const usual = isRecorded
    ? 'No rule applied to the request: the gateway responded as usual.'
    : 'No rule matches: the gateway responds as usual.'
  const none = isUnasked ? 'No rule applied to the request: it was refused before that.' : usual
  const first = refused === undefined ? [none] : refusalLines(refused)
  const assumed = Object.entries(answer.assumed).map(([name, value]) => `${name} ${value}`)
  return [
    ...(found.length === 0 ? first.map((line) => paragraph(line)) : found),
    ...(assumed.length === 0 ? [] : [style('quiet', paragraph(`Assumed: ${assumed.join(', ')}`))]),
    ...(note === undefined ? [] : [paragraph(`${note}.`)]),
    ...othersText(output, answer, asked),
  ].join('\n')
}

function refusalLines({ status, errors }: NonNullable<ExplainResponse['refused']>) {
  const reasons = errors.map(({ error_message, location: [, ...steps] }) => {
    return steps.length === 0 ? error_message : `${steps.join('.')}: ${error_message}`
  })
  return [`The gateway refuses the request with HTTP ${status}, so no rule applies:`, ...reasons]
}

function othersText(
  { style, table }: Output,
  { tried }: ExplainResponse,
  { isWhole, isRecorded }: ExplainScope,
): readonly string[] {
  const listed = isWhole ? tried : nearestRules(tried)
  if (listed.length === 0) return []
  const columns = [
    { title: isWhole ? 'other rules' : 'nearest other rules' },
    { title: isRecorded ? 'why it did not apply' : 'why it does not apply' },
  ] as const
  const reasons = table(
    columns,
    listed.map(({ id, reason }) => [id, reason]),
  )
  const more = tried.length - listed.length
  const notes = more === 0 ? [] : [`${counted(more, 'other rule')}; --all lists them`]
  return ['', reasons, ...notes.map((note) => style('quiet', note))]
}

function decidingText(
  { style, paragraph }: Output,
  { id, layers, when, effect, next }: ExplainResponse['rules'][number],
): string {
  const names = `layer${layers.length === 1 ? '' : 's'} ${layers.join(' and ')}`
  const decides = layers.length === 0 ? '' : ` decides the ${names}`
  return [
    `${style('strong', id)}${decides}`,
    paragraph(`when ${whenText(when)}: ${effect}`, '  '),
    ...(next === undefined ? [] : [paragraph(`this time: ${next}`, '  ')]),
  ].join('\n')
}
