import type { Command } from 'commander'
import { MAX_ID } from '../../../domain/identifier.ts'
import { moneyText } from '../../../domain/money.ts'
import type {
  MoveAnswer,
  TransactionDetailAnswer,
} from '../../../http/contract/control/calls/transactions.ts'
import type { Io } from '../../io.ts'
import { wholeNumber } from '../../options/argument.ts'
import { connectToRead, orList, type TargetOptions, withTarget } from '../../options/connection.ts'
import { type Field, fields } from '../../terminal/fields.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { toneOf } from '../../terminal/style.ts'
import { timeText } from '../../words/value-text.ts'

export function transactionCommand(command: Command, io: Io): Command {
  return withTarget(command)
    .argument('<audit>', 'its audit', wholeNumber(1, MAX_ID))
    .action(async (audit: number, options: TargetOptions) => {
      const transaction = await orList(
        connectToRead(options, io).transaction(audit),
        'transactions',
      )
      outputFor(options, io).result(transaction, (output) => transactionText(output, transaction))
    })
}

function transactionText(output: Output, transaction: TransactionDetailAnswer): string {
  const parts = [
    fields(output, transactionFields(transaction)),
    historyTable(output, transaction),
    actingTable(output, transaction),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function transactionFields(transaction: TransactionDetailAnswer): readonly Field[] {
  const { status, currency, surcharge, token, request_kvps } = transaction
  return [
    ['audit', transaction.audit],
    ['operation', transaction.operation],
    ['status', { text: status, tone: toneOf(status) }],
    ['response', `${transaction.response_code} ${transaction.response_message}`.trim()],
    ['gateway status', transaction.gateway_status_code],
    ['amount', moneyText(transaction.amount, currency)],
    ['surcharge', surcharge && `${moneyText(surcharge.added, currency)} (${surcharge.percent} %)`],
    ['total', moneyText(transaction.total, currency)],
    ['refunded', transaction.refunded > 0 ? moneyText(transaction.refunded, currency) : null],
    ['completed', transaction.completed > 0 ? moneyText(transaction.completed, currency) : null],
    ['account', `${transaction.card_type ?? ''} ${transaction.account}`.trim()],
    ['token', token && `${token.id}, virtual PAN ${token.virtual_pan}`],
    ['reference', transaction.reference],
    ['merchant', transaction.merchant],
    ['correlation id', transaction.correlation_id],
    ['target', transaction.target_audit],
    ['authorisation code', transaction.authorisation_code],
    ['preauthorisation code', transaction.preauthorisation_code],
    ['settlement date', transaction.settlement_date],
    ['can be voided until', transaction.voidable_until && timeText(transaction.voidable_until)],
    ['expires', transaction.expires_at && timeText(transaction.expires_at)],
    ...Object.entries(request_kvps).map(([key, value]): Field => [`kvp ${key}`, value]),
  ]
}

const causes: Readonly<Record<MoveAnswer['cause'], string>> = {
  created: 'created',
  answer: "its bank's late answer",
  due: 'when it fell due',
  settled: 'by hand',
  void: 'by a void',
}

function historyTable({ table }: Output, transaction: TransactionDetailAnswer): string {
  const { moves, due, expired_at } = transaction
  const past = moves.map(({ at, from, to, cause }) => [
    timeText(at),
    from === null ? to : `${from} -> ${to}`,
    causes[cause],
  ])
  const expiry = expired_at === null ? [] : [[timeText(expired_at), '', 'preauthorisation_expired']]
  const future = due.map(({ at, event, to }) => [timeText(at), to ?? '', `scheduled: ${event}`])
  const columns = [{ title: 'at' }, { title: 'status' }, { title: 'why' }]
  return table(columns, [...past, ...expiry, ...future])
}

function actingTable({ table }: Output, transaction: TransactionDetailAnswer): string {
  const { acting, currency } = transaction
  if (acting.length === 0) return ''
  const columns = [
    { title: 'acting on it' },
    { title: 'audit' },
    { title: 'status' },
    { title: 'amount', align: 'right' },
    { title: 'at' },
  ] as const
  return table(
    columns,
    acting.map(({ operation, audit, status, amount, created_at }) => [
      operation,
      audit,
      { text: status, tone: toneOf(status) },
      moneyText(amount, currency),
      timeText(created_at),
    ]),
  )
}
