import * as z from 'zod'
import { latestPayments } from '../../client/latest-payments.ts'
import { moneyText } from '../../domain/money.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import type { PaymentResponse } from '../../http/contract/control/calls/report.ts'
import { table } from '../terminal/table.ts'
import { format, type Tool, tool, world } from './tool.ts'

const input = {
  id: z.string().optional().describe('The id of the payment, as a finding of the report names it'),
  reference: z.string().optional().describe('The reference that the app gave the payment'),
  correlation_id: z.string().optional().describe('The correlation id of any of its requests'),
  audit: z.int().optional().describe('The gateway’s number of any of its transactions'),
  world,
  format,
}

type Asked = Omit<z.infer<z.ZodObject<typeof input>>, 'world' | 'format'>

export const paymentTool: Tool = tool({
  name: 'payment',
  title: 'One payment, step by step',
  description:
    'Shows what happened to one payment: attempts, lookups, refunds, and the money that moved. Find it by exactly one of id, reference, correlation id or audit.',
  input,
  isReading: true,
  async run({ world, format, ...asked }, access) {
    const given = Object.entries(asked).filter(([, value]) => value !== undefined)
    if (given.length !== 1) throw new Error('Give one of id, reference, correlation_id or audit')
    const payments = await latestPayments((await access.use(world, true)).client)
    const found = payments.filter((payment) => isAskedFor(payment, asked))
    if (format === 'json') return JSON.stringify(found, null, 2)
    if (found.length > 0) return found.map(paymentText).join('\n\n')
    const what = given.map(([name, value]) => `${name} '${redactText(String(value))}'`)
    return `There is no payment with ${what} among the last 1,000.`
  },
})

function isAskedFor(
  payment: PaymentResponse,
  { id, reference, correlation_id, audit }: Asked,
): boolean {
  if (id !== undefined) return payment.id === id
  if (reference !== undefined) return payment.reference === reference
  return payment.steps.some((step) =>
    audit === undefined ? step.correlation_id === correlation_id : step.audit === audit,
  )
}

const columns = ['at', 'what', 'correlation id', 'result', 'request', 'audit'].map((title) => ({
  title,
}))

function paymentText(payment: PaymentResponse): string {
  const { id, reference, amount, currency, verdict, charged, refunded, steps } = payment
  const money = (cents: number) => moneyText(cents, currency)
  const sums = `charged ${money(charged)}, refunded ${money(refunded)}`
  const heading = `${reference}, ${money(amount)}: ${verdict} (${sums}; payment ${id})`
  const rows = steps.map(({ at, kind, correlation_id = '', text, request, audit }) => {
    const number = request === undefined ? '' : `#${request}`
    return [
      sydneyIso(Date.parse(at), 'milliseconds'),
      kind,
      correlation_id,
      text,
      number,
      audit ?? '',
    ]
  })
  return `${heading}\n${table(columns, rows, { width: undefined, style: (_tone, text) => text })}`
}
