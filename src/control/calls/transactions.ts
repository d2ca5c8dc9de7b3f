import type * as z from 'zod'
import { redactText, textKey } from '../../base/redaction/redacted.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import type { DecidedStatus } from '../../domain/transaction/kinds-and-statuses.ts'
import { requestProblem } from '../../gateway/wire/request-problem.ts'
import { forgetCorrelations } from '../../gateway/world/commands/transactions/correlation.ts'
import { moveByHand, pendingDebits } from '../../gateway/world/commands/transactions/settle.ts'
import {
  transactionsOf,
  type WantedTransactions,
} from '../../gateway/world/commands/transactions/transaction-search.ts'
import type { World } from '../../gateway/world/world.ts'
import { expireBody, resolveBody, returnBody, settleBody } from '../contract/calls/bodies.ts'
import {
  expireSchema,
  resolveSchema,
  returnSchema,
  settleSchema,
  transactionAnswer,
  transactionDetail,
  transactionDetailSchema,
  transactionsSchema,
} from '../contract/calls/transactions.ts'
import { afterId, limit, queryNumber, strict } from '../contract/control-field.ts'
import { filterShape } from '../contract/filter-schema.ts'
import { handler } from '../control-handler.ts'
import { transactionFilters } from '../lists/lists.ts'
import { page } from '../page.ts'

const listQuery = strict({ ...filterShape(transactionFilters, 'query'), after: afterId, limit })

type ListFilter = Omit<z.output<typeof listQuery>, 'limit'>

/** The filter in terms of what is stored. */
function wantedBy(world: World, filter: ListFilter): WantedTransactions {
  const { operation, reference, correlation_id: id, customer, after, ...others } = filter
  return {
    ...others,
    kind: operation,
    reference: reference === undefined ? undefined : redactText(reference),
    correlation: id === undefined ? undefined : textKey(world, id),
    tokens: customer === undefined ? undefined : world.records.tokenIndex.ofCustomer(customer),
    below: after,
  }
}

export const transactions = {
  transactions: handler(
    { query: listQuery, answer: transactionsSchema },
    async ({ world }, { query: { limit, ...filter } }, { judging: { judge } }) => {
      const wanted = world.run(() => wantedBy(world, filter))
      const { found, hasMore } = await page(transactionsOf(world, wanted), limit, (one) =>
        transactionAnswer(one, world, judge),
      )
      return { transactions: found, next: hasMore ? (found.at(-1)?.audit ?? null) : null }
    },
  ),
  transaction: handler(
    { path: strict({ audit: queryNumber(1, MAX_ID) }), answer: transactionDetailSchema },
    ({ world }, { path: { audit } }, { judging: { judge } }) => {
      const transaction = world.run(() => world.records.transaction(audit))
      if (transaction !== undefined) return transactionDetail(transaction, world, judge)
      throw requestProblem('not_found', `There is no transaction ${audit}`, ['path', 'audit'])
    },
  ),
  settle: handler({ body: settleBody, answer: settleSchema }, async ({ world }, { body }) => {
    const { all, audits = [], ...decision } = body
    const isReturn = (decision.response_code ?? '00') !== '00'
    const status = decision.status ?? (isReturn ? 'declined' : 'approved')
    const wanted = all === true ? await pendingDebits(world) : audits
    const { moved, refused } = await moveByHand(
      world,
      'settle',
      wanted,
      decisionOf({ ...decision, status }),
    )
    return { settled: moved, ...(refused.length > 0 && { refused }) }
  }),
  resolve: handler({ body: resolveBody, answer: resolveSchema }, async ({ world }, { body }) => {
    const { moved, refused } = await moveByHand(world, 'resolve', body.audits, decisionOf(body))
    return { resolved: moved, refused }
  }),
  return: handler({ body: returnBody, answer: returnSchema }, async ({ world }, { body }) => {
    const decision = decisionOf({ ...body, status: 'declined' })
    const { moved, refused } = await moveByHand(world, 'return', body.audits, decision)
    return { returned: moved, refused }
  }),
  expire: handler(
    { body: expireBody, answer: expireSchema },
    async ({ world }, { body: { ids = [], all } }) => ({
      expired: await forgetCorrelations(world, all === true ? 'all' : ids),
    }),
  ),
}

interface GivenDecision {
  readonly status: DecidedStatus
  readonly response_code?: string
}

function decisionOf({ status, response_code: responseCode }: GivenDecision) {
  return responseCode === undefined ? { status } : { status, responseCode }
}
