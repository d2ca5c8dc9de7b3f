import type { Measured } from '../../runtime/calibrate/verdict.ts'
import type { Output } from '../terminal/output.ts'
import type { Tone } from '../terminal/style.ts'
import type { Column, Row } from '../terminal/table.ts'
import { valueText } from './value-text.ts'

/** What was found of each assumption: in a pipe a line each, in a terminal by verdict. */
export function findingsText(output: Output, measured: readonly Measured[]): readonly string[] {
  if (output.layout.width === undefined) return [output.table(allColumns, measured.map(rowOf))]
  return [...confirmedText(output, measured), ...untoldText(output, measured)]
}

const allColumns: readonly Column[] = [
  { title: 'assumption' },
  { title: 'ours' },
  { title: 'gateway' },
  { title: 'verdict' },
  { title: 'requests' },
  { title: 'reason' },
]

const tones: Readonly<Record<Measured['verdict'], Tone>> = {
  confirmed: 'good',
  differs: 'bad',
  'cannot tell': 'quiet',
}

function rowOf(one: Measured): Row {
  const isTold = one.verdict !== 'cannot tell'
  return [
    one.key,
    valueText(one.ours),
    isTold ? valueText(one.gateway) : '',
    { text: one.verdict, tone: tones[one.verdict] },
    requestsOf(one),
    isTold ? unsettable(one) : one.reason,
  ]
}

function unsettable({ isSettable }: { readonly isSettable: boolean }): string {
  return isSettable ? '' : 'no setting can say so'
}

/** `#24 #25` */
export function requestsOf({ by }: Measured): string {
  return by.map(({ number }) => `#${number}`).join(' ')
}

function confirmedText(output: Output, measured: readonly Measured[]): readonly string[] {
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

/** One reason holds for many. */
function untoldText(output: Output, measured: readonly Measured[]): readonly string[] {
  const byReason = new Map<string, string[]>()
  for (const one of measured) {
    if (one.verdict !== 'cannot tell') continue
    const told = one.by.length === 0 ? one.key : `${one.key} (${requestsOf(one)})`
    byReason.set(one.reason, [...(byReason.get(one.reason) ?? []), told])
  }
  if (byReason.size === 0) return []
  const parts = [...byReason].map(
    ([reason, keys]) =>
      `${output.paragraph(`${reason}:`, '  ')}\n${output.paragraph(keys.join(', '), '    ')}`,
  )
  return [['Cannot tell:', ...parts].join('\n')]
}
