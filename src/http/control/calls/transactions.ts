import type * as z from 'zod'
import { problem } from '../../../domain/problem.ts'
import { transactionsOf } from '../../../world/commands/transaction-search.ts'
import { catchUp } from '../../../world/happenings.ts'
import type { Call } from '../../call.ts'
import type {
  TransactionDetailAnswer,
  TransactionsAnswer,
} from '../../contract/control/control-answers.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { auditPath, transactionsQuery } from '../../contract/control/control-requests.ts'
import { type ControlCall, controlCall } from '../control-call.ts'
import { page } from '../page.ts'
import {
  transactionAnswer,
  transactionDetail,
} from '../representation/transaction-representation.ts'

const listContract = controlContract({ query: transactionsQuery })
const oneContract = controlContract({ path: auditPath })

export const transactionCalls: readonly ControlCall[] = [
  controlCall({
    method: 'GET',
    path: '/transactions',
    does: 'List transactions, newest first',
    contract: listContract,
    handle: list,
  }),
  controlCall({
    method: 'GET',
    path: '/transactions/{audit}',
    does: 'Show one transaction, its moves and what will become of it',
    contract: oneContract,
    handle: one,
  }),
]

function list({ world }: Call, { query }: z.output<typeof listContract>): TransactionsAnswer {
  catchUp(world)
  const found = page(transactionsOf(world, query.status), query)
  return { transactions: found.map(transactionAnswer) }
}

function one({ world }: Call, { path }: z.output<typeof oneContract>): TransactionDetailAnswer {
  catchUp(world)
  const transaction = world.transaction(path.audit)
  if (transaction === undefined) {
    throw problem('not_found', `There is no transaction ${path.audit}`, ['path', 'audit'])
  }
  return transactionDetail(world, transaction)
}
