import type { Calibration } from '../../runtime/calibrate/calibrate.ts'
import type { ShownExchange } from '../../runtime/calibrate/shown-exchange.ts'
import type { Measured } from '../../runtime/calibrate/verdict.ts'
import type { Output } from '../terminal/output.ts'
import type { Row } from '../terminal/table.ts'
import { counted } from '../words/counted.ts'
import { findingsText, requestsOf } from './findings-text.ts'
import { valueText } from './value-text.ts'

/** The findings as a table, with the requests that they rest on below. */
export function calibrationText(
  output: Output,
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

/** What matters most, where the reader's eyes are. */
function differences(output: Output, measured: readonly Measured[]): readonly string[] {
  const lines = measured.flatMap((one) =>
    one.verdict === 'differs'
      ? [`${one.key}: ${valueText(one.ours)} -> ${valueText(one.gateway)} (${requestsOf(one)})`]
      : [],
  )
  if (lines.length === 0) return []
  const heading = output.style('bad', 'Differs (ours -> gateway):')
  return [[heading, ...lines.map((line) => output.paragraph(line, '  '))].join('\n')]
}

function exchangeRow({ number, method, path, about, status, answer }: ShownExchange): Row {
  const special = about === null ? '' : ` (${about})`
  return [`#${number}`, `${method} ${path}${special}`, `${status}${saidIn(answer)}`]
}

/** The words of an answer that matter: the outcome, or what was refused. */
function saidIn(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return ''
  const { status, errors } = answer as { readonly status?: unknown; readonly errors?: unknown }
  if (Array.isArray(errors)) {
    const codes = errors.map((one: { readonly error_code?: unknown }) => one?.error_code)
    return ` ${codes.join(', ')}`
  }
  const word = (status as { readonly transaction_status_code?: unknown } | undefined)
    ?.transaction_status_code
  return typeof word === 'string' ? ` ${word}` : ''
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
