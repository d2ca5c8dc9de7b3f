import type { Command } from 'commander'
import { commandLine } from '../../../base/text/copied-request.ts'
import { counted } from '../../../base/text/counted.ts'
import type {
  PaymentResponse,
  PaymentsResponse,
  WholePaymentResponse,
} from '../../../control/contract/calls/report.ts'
import { factsOfPayment, resultText } from '../../../control/facts/facts.ts'
import { verdictMeanings } from '../../../control/facts/meaning.ts'
import { paymentFilters } from '../../../control/lists/lists.ts'
import { moneyText } from '../../../domain/money.ts'
import { paragraph } from '../../../judge/blocks/block.ts'
import { groupPart } from '../../../judge/findings/finding-blocks.ts'
import { callCommand } from '../../define/command.ts'
import { argument, flag, option } from '../../define/option.ts'
import { givenWords } from '../../options/connection.ts'
import { csvOption } from '../../options/csv.ts'
import { filterIn, filterOptions } from '../../options/list-filter.ts'
import { pageOptions, refuseBesideId } from '../../options/page.ts'
import { blocksText } from '../../terminal/blocks-text.ts'
import type { Output } from '../../terminal/output.ts'
import {
  factsText,
  inMeaning,
  type ListColumn,
  listedRows,
  listedTime,
  listReference,
} from '../../words/list-text.ts'

export const paymentsCommand = callCommand({
  name: 'payments',
  group: 'See what happened',
  summary: 'List payments with their results, or show one step by step',
  details:
    'Lists the payments of the run, newest first, with what happened to each. With an id, it shows one payment with all its steps and findings. It covers all worlds; with --world, only that world.',
  examples: ['payments', 'payments default-1-1', 'payments --verdict double-charge'],
  args: { id: argument('[id]', 'show this payment') },
  options: {
    ...filterOptions(paymentFilters),
    sinceReset: flag('--since-reset', 'only what happened since the last reset', {
      excludes: ['test'],
    }),
    limit: pageOptions.limit,
    after: option('--after <id>', 'continue after the payment with this id'),
    ...csvOption,
  },
  isReading: true,
  isDated: true,
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

function paymentsText(output: Output, { payments, next }: PaymentsResponse, self: Command): string {
  if (payments.length === 0) return 'No payments found.'
  const list = listedRows(output, columns, payments)
  if (next === null) return list
  const words = ['payments', ...givenWords(self, (name) => name !== 'after'), '--after', next]
  const more = `There are more: npx sandgate ${commandLine(words)}`
  return `${list}\n${output.style('quiet', more)}`
}

function paymentText(output: Output, payment: WholePaymentResponse): string {
  const { steps, findings, dropped_steps: dropped } = payment
  const blocks = [
    {
      ...({ kind: 'steps', steps, currency: payment.currency } as const),
      isDoubled: payment.doubled !== null,
    },
    ...(dropped === 0
      ? []
      : [
          paragraph(
            `${counted(dropped, 'step')} ${dropped === 1 ? 'was' : 'were'} not kept: after a reset, only payments with a finding keep their steps. --record keeps all.`,
          ),
        ]),
    ...findings.map((finding) => groupPart([finding])),
  ]
  const facts = factsText(output, factsOfPayment(payment))
  return `${facts}\n\n${blocksText(blocks, output.layout)}`
}

const columns: readonly ListColumn<PaymentResponse>[] = [
  { title: 'id', of: ({ id }) => id },
  { title: 'time', of: ({ at }, output) => listedTime(at, output) },
  { title: 'reference', of: ({ reference }, output) => listReference(reference, output) },
  { title: 'amount', of: ({ amount, currency }) => moneyText(amount, currency), align: 'right' },
  {
    title: 'result',
    of: (one) => inMeaning(resultText(one), one.returned ? 'calm' : verdictMeanings[one.verdict]),
  },
  {
    title: 'charged',
    of: ({ charged, currency }) => (charged ? moneyText(charged, currency) : ''),
    align: 'right',
  },
  {
    title: 'refunded',
    of: ({ refunded, currency }) => (refunded ? moneyText(refunded, currency) : ''),
    align: 'right',
  },
  {
    title: 'steps',
    of: ({ steps, dropped_steps: dropped }) => steps.length + dropped,
    align: 'right',
  },
]
