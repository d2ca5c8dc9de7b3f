import { completing, refunding, voiding } from '../lab/actions.ts'
import { CannotTell, isOk, type LabExchange, partAt } from '../lab/exchange.ts'
import type { Lab } from '../lab/lab.ts'
import { templateOf } from '../lab/links.ts'
import {
  type FoundOpening,
  preauthorising,
  purchasing,
  standaloneRefunding,
} from '../lab/openings.ts'
import { cardToken, customerAddress, firstCustomer, ownTokenPath, vaultPath } from '../lab/vault.ts'
import { type Observation, type ProbeTable, probe, seen } from './probe.ts'

export const pathProbes = {
  'paths.purchase': operation('A purchase is made there', purchasing),
  'paths.preauthorisation': operation('A preauthorisation is made there', preauthorising),
  'paths.completion': operation('A completion is made where a link leads', completing),
  'paths.refund': operation('A refund is made where a link leads', refunding),
  'paths.standalone_refund': operation('A standalone refund is made there', standaloneRefunding),
  'paths.void': operation('A void is made where a link leads', voiding),
  'paths.customer': probe('A new customer’s link to itself leads there.', pathOfCustomer),
  'paths.token': probe('A new token’s link to itself leads there.', pathOfToken),
} satisfies ProbeTable

function operation(how: string, find: (lab: Lab) => Promise<FoundOpening>) {
  return probe(`${how}, and its lookup says so.`, async (lab) => {
    const { path, created, lookup } = await find(lab)
    return seen(path, created, lookup)
  })
}

async function pathOfCustomer(lab: Lab): Promise<Observation> {
  const customer = await firstCustomer(lab)
  const path = customerAddress(lab, customer)
  return await foundAt(lab, path, {
    ...customer,
    noun: 'customer',
    ids: { customer_id: customer.id },
  })
}

async function pathOfToken(lab: Lab): Promise<Observation> {
  const token = await cardToken(lab)
  const ids = { customer_id: token.customer.id, token_id: token.id }
  return await foundAt(lab, ownTokenPath(token), { ...token, noun: 'token', ids })
}

interface VaultRecord {
  readonly noun: string
  readonly id: number | string
  readonly created: LabExchange
  /** The names of the ids in its path. */
  readonly ids: Readonly<Record<string, number | string>>
}

async function foundAt(
  lab: Lab,
  path: string,
  { noun, id, created, ids }: VaultRecord,
): Promise<Observation> {
  const lookup = await lab.get(vaultPath(lab, path))
  if (isOk(lookup) && partAt(lookup.body, 'id') === id) {
    return seen(templateOf(path, ids), created, lookup)
  }
  throw new CannotTell(`the ${noun} is not found at ${path}`, [created, lookup])
}
