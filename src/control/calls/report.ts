import * as z from 'zod'
import { redactAddress, redactText } from '../../base/redaction/redacted.ts'
import { capitalised } from '../../base/text/counted.ts'
import type { Call } from '../../gateway/wire/call.ts'
import { complaint } from '../../gateway/wire/contract/objection.ts'
import { recordedRun, requestProblem } from '../../gateway/wire/request-problem.ts'
import {
  canBeSearched,
  shownCorrelationId,
} from '../../gateway/world/commands/transactions/correlation.ts'
import { parseTransaction } from '../../gateway/world/records/indexes/transaction-index.ts'
import {
  type ExplainedDifference,
  type Reconciliation,
  reconciledSchema,
} from '../../judge/books/books-document.ts'
import type { OrderInput } from '../../judge/books/order-input.ts'
import { bookedTransaction } from '../../judge/books/order-money.ts'
import { BooksError, checkOrders } from '../../judge/books/read-books.ts'
import { reconcile } from '../../judge/books/reconcile.ts'
import type { Judge } from '../../judge/judge.ts'
import { isUnseen } from '../../judge/payments/clarity.ts'
import { isDoubleRefund } from '../../judge/payments/payment-sum.ts'
import { type PaymentView, paymentDocument } from '../../judge/payments/payment-view.ts'
import { foundIn } from '../../judge/report/make-report.ts'
import { reportSchema } from '../../judge/report/report-document.ts'
import type { RunScope } from '../../judge/run/run-part.ts'
import { detailedRequest } from '../../record/request-document.ts'
import { testId } from '../../record/test-ref.ts'
import {
  coverageAnswerSchema,
  paymentsSchema,
  type ReportClearedResponse,
  reportClearedSchema,
  type WholePaymentResponse,
  wholePaymentSchema,
} from '../contract/calls/report.ts'
import {
  anyText,
  auditList,
  integerField,
  limit,
  strict,
  wantedText,
  wordField,
} from '../contract/control-field.ts'
import { filterShape } from '../contract/filter-schema.ts'
import { handler } from '../control-handler.ts'
import { paymentFilters } from '../lists/lists.ts'
import type { HandlerParts } from '../parts.ts'
import {
  coverageAnswer,
  findingAnswer,
  reportAnswer,
} from '../representation/report-representation.ts'
import { runLines, sendChunks } from '../run-lines.ts'

const partQuery = strict({ test: wordField(['current']).exactOptional() })
const paymentsQuery = strict({
  ...filterShape(paymentFilters, 'query'),
  after: wantedText.exactOptional(),
  limit,
})

/** Each order is checked as it is in files, so that the errors are the same. */
const reconcileBody = strict({
  orders: z.array(z.custom<OrderInput>(), complaint('invalid_type', 'Must be a list of orders')),
  undecided: auditList().exactOptional(),
  after: integerField(1, Number.MAX_SAFE_INTEGER).exactOptional(),
})

type PaymentsQuery = Omit<z.output<typeof paymentsQuery>, 'limit'>

export const report = {
  report: handler({ query: partQuery, answer: reportSchema }, (call, { query }, parts) =>
    reportAnswer(parts.judging, scopeOf(call, query)),
  ),
  clearReport: handler({ answer: reportClearedSchema }, (call, _input, parts) =>
    clear(call, parts),
  ),
  saveRun: handler({}, (call, _input, parts) => {
    if (parts.shows !== undefined) throw recordedRun()
    return sendChunks(call, runFile, runLines(parts))
  }),
  coverage: handler({ query: partQuery, answer: coverageAnswerSchema }, (call, { query }, parts) =>
    coverageAnswer(parts.judging, scopeOf(call, query)),
  ),
  reconcile: handler(
    {
      body: reconcileBody,
      read: async ({ orders, undecided = [], after = 0 }) => ({
        orders: await checkOrders(orders).catch(refuseBooks),
        undecided,
        after,
      }),
      answer: reconciledSchema,
    },
    async ({ world }, { body: { orders, undecided, after } }, { worlds, shows, judging }) => {
      const { history } = world
      const stored = world.run(({ now }) => ({ now, lines: world.records.lines('transactions') }))
      const isMerchant = (id: number) => world.environment.merchant(id) !== undefined
      const others = worlds.list().filter(({ records }) => records.lines('transactions').length > 0)
      const elsewhere = stored.lines.length > 0 ? [] : others.map(({ name }) => name)
      const book = judging.judge.judged(history)?.book
      const gateway = {
        ...stored,
        read: (line: string) => {
          const transaction = parseTransaction(line)
          const correlationId = canBeSearched(world, transaction, stored.now)
            ? shownCorrelationId(transaction.correlation)
            : undefined
          const attempt = book?.madeBy(transaction.audit)
          return bookedTransaction(transaction, {
            now: stored.now,
            correlationId,
            isUnseen: attempt !== undefined && isUnseen(attempt),
          })
        },
        isMerchant,
        elsewhere,
        undecided,
        after,
      }
      const result = await reconcile(orders, gateway).catch(refuseBooks)
      // A run from a file keeps the report that it had; a further page is of the same comparison.
      if (shows === undefined && after === 0) {
        history.add({ record: 'books', world: world.name, result })
      }
      const explained = judging.judge.judged(history)?.explained(result) ?? withoutSteps(result)
      const next = result.dropped_findings > 0 ? after + explained.length : null
      return { ...result, findings: explained, next }
    },
  ),
  payments: handler(
    { query: paymentsQuery, answer: paymentsSchema },
    async (call, { query }, parts) => {
      const scope = scopeOf(call, query)
      const { judge } = parts.judging
      const all = olderThan(judge.payments(scope), query.after)
      const { reference, correlation_id: id } = query
      const wanted = {
        ...query,
        ...(reference !== undefined && { reference: redactText(reference) }),
        ...(id !== undefined && { correlation_id: redactText(id) }),
      }
      const found = all.filter((one) => isWanted(one, wanted))
      const latest = found.slice(-query.limit).reverse()
      const { payments, charged, verdicts, returned, double_refunds } =
        judge.part(scope).tally.totals
      return {
        payments: latest.map((one) => paymentDocument(one)),
        totals: { payments, charged, verdicts, returned, double_refunds },
        next: found.length > latest.length ? (latest.at(-1)?.id ?? null) : null,
      }
    },
  ),
  payment: handler(
    { path: strict({ id: anyText }), answer: wholePaymentSchema },
    (call, { path }, { judging: { judge } }) => {
      const all = judge.payments(scopeOf(call, {}))
      const index = all.findIndex(({ id }) => id === path.id)
      const found = all[index]
      if (found !== undefined) {
        return wholePayment(found, { judge, older: all[index - 1], newer: all[index + 1] })
      }
      const shown = redactAddress(path.id).slice(0, 80)
      throw requestProblem('not_found', `There is no payment '${shown}'`, ['path', 'id'])
    },
  ),
}

function withoutSteps({ findings }: Reconciliation): readonly ExplainedDifference[] {
  return findings.map((one) => ({ ...one, steps: [] }))
}

function refuseBooks(cause: unknown): never {
  if (!(cause instanceof BooksError)) throw cause
  throw requestProblem('invalid_format', capitalised(cause.message), ['body', 'orders'])
}

const runFile = {
  'Content-Type': 'application/x-ndjson; charset=utf-8',
  'Content-Disposition': 'attachment; filename="sandgate-run.jsonl"',
}

/** The payments that are older than this one. */
function olderThan(all: readonly PaymentView[], after: string | undefined): readonly PaymentView[] {
  if (after === undefined) return all
  const index = all.findIndex(({ id }) => id === after)
  if (index >= 0) return all.slice(0, index)
  const message = 'This payment is no longer listed; leave it out'
  throw requestProblem('invalid_format', message, ['query', 'after'])
}

function isWanted(payment: PaymentView, query: PaymentsQuery): boolean {
  const { reference, correlation_id: id, amount, audit } = query
  if (amount !== undefined && payment.amount !== amount) return false
  if (reference !== undefined && payment.reference !== reference) return false
  if (audit !== undefined && !payment.audits.includes(audit)) return false
  if (id !== undefined && !payment.correlationIds.includes(id)) return false
  return hasResult(payment, query)
}

function hasResult(payment: PaymentView, { verdict, charged, returned }: PaymentsQuery): boolean {
  if ((verdict ?? charged ?? returned) === undefined) return true
  if (charged !== undefined && payment.charged > 0 !== charged) return false
  if (returned !== undefined && payment.returned !== returned) return false
  if (verdict === 'double-refund') return isDoubleRefund(payment)
  return verdict === undefined || payment.verdict === verdict
}

interface PaymentContext {
  readonly judge: Judge
  readonly newer: PaymentView | undefined
  readonly older: PaymentView | undefined
}

function wholePayment(
  view: PaymentView,
  { judge, newer, older }: PaymentContext,
): WholePaymentResponse {
  const { world } = view.test
  const inTest = (one: PaymentView | undefined) =>
    one !== undefined && testId(one.test) === testId(view.test) ? one.id : null
  const { findings } = judge.part({ world, isCurrentOnly: false, test: testId(view.test) })
  return {
    ...paymentDocument(view),
    ended: !judge.isOpen(view.test),
    newer: inTest(newer),
    older: inTest(older),
    findings: findings.filter(({ payment }) => payment === view.id).map(findingAnswer),
    requests: view.exchanges.map(detailedRequest),
  }
}

function clear(call: Call, parts: HandlerParts): ReportClearedResponse {
  const scope = scopeOf(call, {})
  const { judge, recorder } = parts.judging
  const { tally } = judge.part(scope)
  if (scope.world === undefined) call.world.environment.runCounts.restart()
  for (const history of recorder.clear(scope.world)) {
    const world = parts.worlds.ready(history.test.world)
    if (world !== undefined) world.history = history
  }
  return { requests: tally.requests, findings: foundIn(tally) }
}

function scopeOf({ world, isOfWorld }: Call, { test }: Pick<PaymentsQuery, 'test'>): RunScope {
  // An address without a world prefix means the whole sandbox.
  const isCurrentOnly = test === 'current'
  return {
    world: isOfWorld ? world.name : undefined,
    isCurrentOnly,
    test: isCurrentOnly ? undefined : test,
  }
}
