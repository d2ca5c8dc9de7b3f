import { counted } from '../../insight/counted.ts'
import type { Calibration, ShownExchange } from './calibrate.ts'
import { saidBy } from './lab/exchange.ts'
import type { Measured } from './verdict.ts'

/** The part of the command line's output that findings need. */
export interface FindingsOutput {
  readonly style: (tone: FindingTone, text: string) => string
  /** Undefined width: a pipe, which takes lines of any length. */
  readonly layout: { readonly width: number | undefined }
  table(columns: readonly FindingColumn[], rows: readonly FindingRow[]): string
  paragraph(text: string, indent?: string): string
}

type FindingTone = 'good' | 'bad' | 'quiet'
type FindingColumn = { readonly title: string; readonly align?: 'right'; readonly wraps?: true }
type FindingRow = readonly (
  | string
  | number
  | { readonly text: string; readonly tone: FindingTone }
)[]

/** The findings as a table, followed by the requests that support them. */
export function calibrationText(
  output: FindingsOutput,
  calibration: Calibration,
  ending: readonly string[],
): string {
  const { measured, exchanges } = calibration
  const requests = [
    { title: 'request', align: 'right' },
    { title: '', wraps: true },
    { title: 'answer', wraps: true },
  ] as const
  return [
    ...findingsText(output, measured),
    ...(exchanges.length > 0 ? [output.table(requests, exchanges.map(exchangeRow))] : []),
    ...differences(output, measured),
    [...summary(calibration), ...ending].join('\n'),
  ].join('\n\n')
}

/** The differences come last, where the reader looks first in a terminal. */
function differences(output: FindingsOutput, measured: readonly Measured[]): readonly string[] {
  const lines = measured.flatMap((one) =>
    one.verdict === 'differs'
      ? [`${one.key}: ${valueText(one.ours)} -> ${valueText(one.gateway)} (${requestsOf(one)})`]
      : [],
  )
  if (lines.length === 0) return []
  const heading = output.style('bad', 'Differs (ours -> gateway):')
  return [[heading, ...lines.map((line) => output.paragraph(line, '  '))].join('\n')]
}

function exchangeRow({ number, method, path, about, status, answer }: ShownExchange): FindingRow {
  const special = about === null ? '' : ` (${about})`
  const said = `${status} ${saidBy({ status, body: answer })}`.trimEnd()
  return [`#${number}`, `${method} ${path}${special}`, said]
}

function summary({ measured, requests, cleanedUp, isStopped }: Calibration): readonly string[] {
  const count = (verdict: Measured['verdict']) =>
    measured.filter((one) => one.verdict === verdict).length
  const { voided, refunded, customers, left, leftCustomers } = cleanedUp
  const undone = [
    `${counted(voided, 'payment')} voided`,
    ...(refunded > 0 ? [`${refunded} refunded`] : []),
    ...(customers > 0 ? [`${counted(customers, 'customer')} deleted`] : []),
  ]
  return [
    ...(isStopped ? ['Stopped early. These are the results so far.'] : []),
    `${count('confirmed')} confirmed, ${count('differs')} ${count('differs') === 1 ? 'differs' : 'differ'}, ${count('cannot tell')} cannot tell (${counted(requests, 'request')}).`,
    `Cleaned up: ${undone.join(', ')}.`,
    ...(left.length > 0 ? [`Left at the gateway: audit ${left.join(', ')}.`] : []),
    ...(leftCustomers.length > 0 ? [`Left in the vault: ${leftCustomers.join(', ')}.`] : []),
  ]
}

/** The finding for each assumption: one line each in a pipe, grouped by verdict in a terminal. */
function findingsText(output: FindingsOutput, measured: readonly Measured[]): readonly string[] {
  if (output.layout.width === undefined) return [output.table(allColumns, measured.map(rowOf))]
  return [...confirmedText(output, measured), ...undeterminedText(output, measured)]
}

const allColumns: readonly FindingColumn[] = [
  { title: 'assumption' },
  { title: 'ours' },
  { title: 'gateway' },
  { title: 'verdict' },
  { title: 'requests' },
  { title: 'reason' },
]

const tones: Readonly<Record<Measured['verdict'], FindingTone>> = {
  confirmed: 'good',
  differs: 'bad',
  'cannot tell': 'quiet',
}

function rowOf(one: Measured): FindingRow {
  return [
    one.key,
    valueText(one.ours),
    one.verdict === 'cannot tell' ? '' : valueText(one.gateway),
    { text: one.verdict, tone: tones[one.verdict] },
    requestsOf(one),
    one.verdict === 'cannot tell' ? one.reason : one.isSettable ? '' : 'no setting for this value',
  ]
}

/** `#24 #25` */
function requestsOf({ by }: Measured): string {
  return by.map(({ number }) => `#${number}`).join(' ')
}

function confirmedText(output: FindingsOutput, measured: readonly Measured[]): readonly string[] {
  const rows = measured.flatMap((one) =>
    one.verdict === 'confirmed' ? [[one.key, valueText(one.gateway), requestsOf(one)]] : [],
  )
  const columns = [
    { title: 'confirmed' },
    { title: 'value', wraps: true },
    { title: 'requests' },
  ] as const
  return rows.length === 0 ? [] : [output.table(columns, rows)]
}

/** Groups the undetermined assumptions by reason, since many share one. */
function undeterminedText(
  output: FindingsOutput,
  measured: readonly Measured[],
): readonly string[] {
  const byReason = new Map<string, string[]>()
  for (const one of measured) {
    if (one.verdict !== 'cannot tell') continue
    const label = one.by.length === 0 ? one.key : `${one.key} (${requestsOf(one)})`
    byReason.set(one.reason, [...(byReason.get(one.reason) ?? []), label])
  }
  if (byReason.size === 0) return []
  const parts = [...byReason].map(
    ([reason, keys]) =>
      `${output.paragraph(`${reason}:`, '  ')}\n${output.paragraph(keys.join(', '), '    ')}`,
  )
  return [['Cannot tell:', ...parts].join('\n')]
}

const MOST_LISTED = 12

/** The value of an assumption for people. */
function valueText(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  const more = value.length > MOST_LISTED ? ` and ${value.length - MOST_LISTED} more` : ''
  return value.slice(0, MOST_LISTED).join(', ') + more
}

export interface WrittenFile {
  readonly file: string
  readonly settings: number
  readonly not_written: readonly { readonly assumption: string; readonly reason: string }[]
}

/** The findings as JSON. */
export function calibrationDocument(
  against: string,
  { measured, exchanges, requests, cleanedUp, isStopped }: Calibration,
  written: WrittenFile | undefined,
) {
  const { leftCustomers, ...undone } = cleanedUp
  return {
    against,
    complete: !isStopped,
    assumptions: measured.map((one) => ({
      assumption: one.key,
      ours: one.ours,
      verdict: one.verdict,
      ...(one.verdict === 'cannot tell'
        ? { reason: one.reason }
        : { gateway: one.gateway, settable: one.isSettable }),
      requests: one.by.map(({ number }) => number),
    })),
    requests: exchanges,
    requests_sent: requests,
    cleaned_up: { ...undone, left_customers: leftCustomers },
    ...(written && { written }),
  }
}
