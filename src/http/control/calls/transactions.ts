import type * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { transactionStatuses } from '../../../domain/transaction/transaction.ts'
import { transactionsOf } from '../../../world/commands/transactions/transaction-search.ts'
import type { Call } from '../../call.ts'
import type {
  TransactionDetailAnswer,
  TransactionsAnswer,
  transactionCalls,
} from '../../contract/control/calls/transactions.ts'
import {
  controlContract,
  limit,
  offset,
  oneOf,
  strict,
} from '../../contract/control/control-field.ts'
import { integerText } from '../../contract/field.ts'
import { problem } from '../../request-problem.ts'
import { type Handlers, handler } from '../control-handler.ts'
import { page } from '../page.ts'
import {
  transactionAnswer,
  transactionDetail,
} from '../representation/transaction-representation.ts'

const listContract = controlContract({
  query: strict({ status: oneOf(transactionStatuses).exactOptional(), limit, offset }),
})
const oneContract = controlContract({ path: strict({ audit: integerText(1, MAX_ID) }) })

export const transactions: Handlers<typeof transactionCalls> = {
  transactions: handler(listContract, list),
  transaction: handler(oneContract, one),
}

function list({ world }: Call, { query }: z.output<typeof listContract>): TransactionsAnswer {
  const { found, next_offset } = world.run(() =>
    page(transactionsOf(world, query.status), query, (one) => transactionAnswer(world, one)),
  )
  return { transactions: found, next_offset }
}

function one({ world }: Call, { path }: z.output<typeof oneContract>): TransactionDetailAnswer {
  const transaction = world.run(() => world.records.transaction(path.audit))
  if (transaction === undefined) {
    throw problem('not_found', `There is no transaction ${path.audit}`, ['path', 'audit'])
  }
  return transactionDetail(world, transaction)
}
