import { expect, test } from 'vitest'
import * as z from 'zod'
import { defaultAssumptions } from '../../../../src/domain/assumptions/assumptions.ts'
import {
  checkAgainst,
  type FieldMark,
  marksOf,
} from '../../../../src/gateway/wire/contract/check.ts'
import {
  paymentContracts,
  targetContracts,
} from '../../../../src/gateway/wire/contract/transaction-request.ts'
import { customerContracts } from '../../../../src/gateway/wire/contract/vault/customer-contract.ts'
import { tokenContracts } from '../../../../src/gateway/wire/contract/vault/token-contract.ts'
import { redactedRequest } from '../../../../src/gateway/wire/pipeline/record/redacted-request.ts'
import { startTestSandbox } from '../../../support/start.ts'
import { VaultClient } from '../../../support/vault-client.ts'

const contracts: Readonly<Record<string, z.ZodObject>> = {
  ...paymentContracts(defaultAssumptions),
  ...targetContracts(defaultAssumptions),
  ...customerContracts,
  ...tokenContracts(defaultAssumptions),
}

const withBody = Object.entries(contracts).filter(
  ([, one]) => one.shape.body instanceof z.ZodObject,
)

test.each(withBody)('a field that is added to %s is kept and recorded', (_name, contract) => {
  const body = contract.shape.body as z.ZodObject
  const extended = contract.extend({ body: body.extend({ nickname: z.string().optional() }) })
  const { marks } = checkAgainst(extended)
  const sent = { nickname: 'Nan 7', card: '123' }
  const world = {
    rules: { isNamed: () => false },
    environment: { assumptions: defaultAssumptions, fingerprint: (text: string) => text },
  }
  const kept = redactedRequest({ path: '/', query: {}, pathValues: {}, world }, sent, marks)
  expect(kept.body).toEqual({ nickname: 'Nan 7', card: '(not shown)' })
  expect(kept.unknownMembers).toEqual(['card'])
})

/** Paths of the secrets among marks. */
function secretsIn(mark: FieldMark, path = ''): readonly string[] {
  if (mark.of === 'secret') return [`${path}: ${mark.secret}`]
  if (mark.of !== 'object') return []
  return [...mark.members].flatMap(([name, one]) => secretsIn(one, `${path}/${name}`))
}

test('the contracts mark every secret', () => {
  expect(withBody).toHaveLength(10)
  const found = withBody.flatMap(([, contract]) => secretsIn(marksOf(contract).body))
  const method = '/transaction/payment_method'
  expect([...new Set(found)].sort()).toEqual([
    '/account/general_bankaccount/BANK.ACCOUNT_NUMBER: account',
    '/account/general_bankaccount/BANK.BSB: bsb',
    '/account/general_creditcard/CARD.EXPIRY: expiry',
    '/account/general_creditcard/CARD.PAN: pan',
    `${method}/creditcard/cvv: cvv`,
    `${method}/creditcard/expiry_date: expiry`,
    `${method}/creditcard/pan: pan`,
    `${method}/directdebit/account_number: account`,
    `${method}/directdebit/bsb: bsb`,
  ])
})

test('a PATCH keeps what it does not name', async () => {
  await using sandbox = await startTestSandbox()
  const { records } = sandbox.world
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer({ reference: 'paid by 4539148803436467' })
  await vault.createToken(1)
  for (const table of ['customers', 'tokens'] as const) {
    const row = JSON.parse(records.line(table, 1) ?? '{}')
    sandbox.world.commit([{ table, key: 1, line: JSON.stringify({ ...row, nickname: 'Nan' }) }])
  }
  const [customer, token] = [records.line('customers', 1), records.line('tokens', 1)]
  await vault.updateCustomer(1, { name: 'Ann Other' })
  await vault.updateToken(1, 1, { active: false })
  const before = JSON.parse(customer ?? '{}')
  expect(before).toMatchObject({ nickname: 'Nan', referenceKey: expect.stringContaining('#') })
  expect(JSON.parse(records.line('customers', 1) ?? '{}')).toEqual({ ...before, name: 'Ann Other' })
  expect(JSON.parse(records.line('tokens', 1) ?? '{}')).toEqual({
    ...JSON.parse(token ?? '{}'),
    active: false,
  })
})
