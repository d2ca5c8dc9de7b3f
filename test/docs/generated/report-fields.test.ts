import { test } from 'vitest'
import * as z from 'zod'
import { jsonSchemaOf } from '../../../src/control/openapi/json-schema.ts'
import { paymentSchema } from '../../../src/judge/payments/payment-document.ts'
import { reportSchema } from '../../../src/judge/report/report-document.ts'
import { sweepDocumentSchema } from '../../../src/judge/sweep/document/sweep-schema.ts'
import { expectParts, tableOf } from './written.ts'

interface Described {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly const?: unknown
  readonly items?: Described
  readonly anyOf?: readonly Described[]
  readonly properties?: Readonly<Record<string, Described>>
  readonly propertyNames?: Described
  readonly additionalProperties?: Described
  readonly description?: string
  readonly $defs?: Readonly<Record<string, Described>>
}

/** The objects of a report, in the order of the page. */
const parts = {
  report: 'ReportDocument',
  findings: 'FindingDocument',
  money: 'MoneyAmount',
  'paid-twice': 'PaidTwice',
  unnoticed: 'UnnoticedMoney',
  steps: 'StepDocument',
  evidence: 'RequestResponse',
  accepted: 'AcceptedFinding',
  unused_accepts: 'Accepted',
  unmatched_scenarios: 'UnmatchedScenario',
  deleted: 'DeletedPart',
  outcomes: 'OutcomesDocument',
  bars: 'OutcomeBar',
  books: 'BooksDocument',
  'books-findings': 'BooksFinding',
  'books-totals': 'BookTotals',
  coverage: 'CoverageDocument',
  cases: 'CaseDocument',
  tests: 'TestDocument',
  'test-ref': 'TestRef',
  payment: 'PaymentDocument',
  doubled: 'Doubled',
  decline: 'Decline',
  sweep: 'SweepDocument',
  'baseline-finding': 'BaselineFinding',
  cell: 'SweepCellDocument',
  'cell-finding': 'CellFinding',
  'cell-request': 'CellRequest',
}

test('docs/reference/report-json.md has every field of a report, a payment and a sweep', async () => {
  const { $defs = {} } = jsonSchemaOf(
    z.object({ report: reportSchema, payment: paymentSchema, sweep: sweepDocumentSchema }),
  )
  const described = $defs as Readonly<Record<string, Described>>
  const undescribed = Object.keys(described).filter(
    (name) => !Object.values(parts).includes(name) && name !== 'FaultDocument',
  )
  if (undescribed.length > 0) throw new Error(`The page has no table for ${undescribed}`)
  const tables = Object.entries(parts).map(([part, name]) => [
    part,
    tableOf('field | type | meaning', rowsOf(described[name] ?? {})),
  ])
  await expectParts('docs/reference/report-json.md', Object.fromEntries(tables))
})

/** The fields of objects inside are listed with their path. */
function rowsOf({ properties = {} }: Described, before = ''): readonly string[] {
  return Object.entries(properties).flatMap(([name, one]) => {
    if (one.description === undefined) throw new Error(`${before}${name} has no description`)
    const row = `| \`${before}${name}\` | ${typeText(one)} | ${one.description} |`
    const inner = one.anyOf?.find(({ properties: own }) => own !== undefined) ?? one
    return [row, ...rowsOf(inner, `${before}${name}.`)]
  })
}

function typeText(one: Described): string {
  if (one.$ref !== undefined) return one.$ref.replace('#/$defs/', '')
  if (one.anyOf) return one.anyOf.map(typeText).join(' or ')
  if (one.enum && one.enum.length <= 4) return one.enum.map((word) => `\`${word}\``).join(', ')
  if (one.const !== undefined) return `\`${JSON.stringify(one.const)}\``
  if (one.type === 'array') return `list of ${typeText(one.items ?? {})}`
  if (one.additionalProperties) return `object of ${typeText(one.additionalProperties)}`
  return [one.type ?? 'any'].flat().join(' or ')
}
