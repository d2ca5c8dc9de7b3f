import type { Command } from 'commander'
import { moneyText } from '../../../domain/money.ts'
import type {
  PaymentResponse,
  PaymentsResponse,
  WholePaymentResponse,
} from '../../../http/contract/control/calls/report.ts'
import { paragraph } from '../../../insight/blocks/block.ts'
import { commandLine } from '../../../insight/copied-request.ts'
import { counted } from '../../../insight/counted.ts'
import { groupPart } from '../../../insight/findings/finding-blocks.ts'
import { paymentFilters } from '../../../insight/resources/lists.ts'
import { callCommand } from '../../define/command.ts'
import { argument, flag, option } from '../../define/option.ts'
import { givenWords } from '../../options/connection.ts'
import { csvOption } from '../../options/csv.ts'
import { filterIn, filterOptions } from '../../options/list-filter.ts'
import { pageOptions, refuseBesideId } from '../../options/page.ts'
import { blocksText } from '../../terminal/blocks-text.ts'
import type { Output } from '../../terminal/output.ts'
import { fields } from '../../terminal/table.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

export const paymentsCommand = callCommand({
  name: 'payments',
  group: 'Look',
  summary: 'List payments with their results, or show one step by step',
  details:
    'Lists the payments of the run, newest first, with what happened to each. With an id, it shows one payment with all its steps and findings. It covers all worlds; with --world, only that world.',
  examples: ['payments', 'payments default-1-1', 'payments --verdict double-charge'],
  args: { id: argument('[id]', 'show this payment') },
  options: {
    ...filterOptions(paymentFilters),
    sinceReset: flag('--since-reset', 'only what happened since the last reset'),
    limit: pageOptions.limit,
    after: option('--after <id>', 'continue after the payment with this id'),
    ...csvOption,
  },
  isReading: true,
  listing: 'payments',
  csv: 'payments',
  call: async (client, { id, limit, after, sinceReset, ...given }, { self }) => {
    if (id !== undefined) {
      refuseBesideId(self, 'id')
      return await client.payment(id)
    }
    return await client.payments({
      ...filterIn(paymentFilters, given),
      ...(sinceReset && { test: 'current' }),
      ...(after !== undefined && { after }),
      limit,
    })
  },
  text: (output, answer, _given, { self }) =>
    'payments' in answer ? paymentsText(output, answer, self) : paymentText(output, answer),
})

const columns = [
  { title: 'id' },
  { title: 'reference', wraps: true },
  { title: 'amount', align: 'right' },
  { title: 'result' },
  { title: 'charged', align: 'right' },
  { title: 'refunded', align: 'right' },
  { title: 'steps', align: 'right' },
] as const

function paymentsText(
  { table, style }: Output,
  { payments, next }: PaymentsResponse,
  self: Command,
): string {
  if (payments.length === 0) return 'No payments found.'
  const rows = payments.map((one) => {
    const { id, reference, amount, currency, charged, refunded, steps, dropped_steps } = one
    return [
      id,
      reference,
      moneyText(amount, currency),
      verdictCell(one),
      charged === 0 ? '' : moneyText(charged, currency),
      refunded === 0 ? '' : moneyText(refunded, currency),
      steps.length + dropped_steps,
    ]
  })
  if (next === null) return table(columns, rows)
  const words = ['payments', ...givenWords(self, (name) => name !== 'after'), '--after', next]
  const more = `There are more: npx sandgate ${commandLine(words)}`
  return `${table(columns, rows)}\n${style('quiet', more)}`
}

/** A double charge or refund is what to look at first. */
function verdictCell({ verdict, returned }: PaymentResponse) {
  const text = returned ? 'returned' : verdict.replaceAll('-', ' ')
  return verdict.startsWith('double') ? ({ text, tone: 'bad' } as const) : text
}

function paymentText(output: Output, payment: WholePaymentResponse): string {
  const { currency, charged, refunded, steps, dropped_steps: dropped, findings } = payment
  const [first] = steps
  const facts = fields(output, [
    ['payment', payment.id],
    ['result', verdictCell(payment)],
    ['reference', payment.reference],
    ['amount', moneyText(payment.amount, currency)],
    ['charged', charged === 0 ? null : moneyText(charged, currency)],
    ['refunded', refunded === 0 ? null : moneyText(refunded, currency)],
    ['declined', payment.decline],
    ['method', payment.method],
    ['merchant', payment.merchant],
    ['test', payment.test],
    ['began', first && sydneyTimeText(first.at)],
  ])
  const dropping = counted(dropped, 'step')
  const blocks = [
    { kind: 'steps', steps } as const,
    ...(dropped === 0 ? [] : [paragraph(`${dropping} of it were not kept.`)]),
    ...findings.map((finding) => groupPart([finding])),
  ]
  return `${facts}\n\n${blocksText(blocks, output.layout)}`
}
