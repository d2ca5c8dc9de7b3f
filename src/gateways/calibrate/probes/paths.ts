import { completing, type FoundAction, refunding, voiding } from '../lab/actions.ts'
import { CannotTell, isOk, partAt } from '../lab/exchange.ts'
import type { Lab } from '../lab/lab.ts'
import { templateOf } from '../lab/links.ts'
import {
  type FoundOpening,
  preauthorising,
  purchasing,
  standaloneRefunding,
} from '../lab/openings.ts'
import { cardToken, firstCustomer, ownTokenPath, vaultPath } from '../lab/vault.ts'
import { type Observation, type ProbeTable, probe, seen } from './probe.ts'

export const pathProbes = {
  'paths.purchase': opening('purchase', purchasing),
  'paths.preauthorisation': opening('preauthorisation', preauthorising),
  'paths.completion': action('completion', completing),
  'paths.refund': action('refund', refunding),
  'paths.standalone_refund': opening('standalone refund', standaloneRefunding),
  'paths.void': action('void', voiding),
  'paths.customer': probe('A new customer’s link to itself leads there.', customerPath),
  'paths.token': probe('A new token’s link to itself leads there.', tokenPath),
} satisfies ProbeTable

function opening(noun: string, find: (lab: Lab) => Promise<FoundOpening>) {
  return probe(`A ${noun} is made there, and its lookup says so.`, async (lab) => {
    const { path, created, lookup } = await find(lab)
    return seen(path, created, lookup)
  })
}

function action(noun: string, find: (lab: Lab) => Promise<FoundAction>) {
  return probe(`A ${noun} is made where a link leads, and its lookup says so.`, async (lab) => {
    const { path, created, lookup } = await find(lab)
    return seen(path, created, lookup)
  })
}

async function customerPath(lab: Lab): Promise<Observation> {
  const { id, links, created } = await firstCustomer(lab)
  const own = [...links.values()].find((path) => path !== `/customers/${id}/tokens`)
  const path = own ?? lab.ours.paths.customer.replace('{customer_id}', String(id))
  const lookup = await lab.send({ method: 'GET', path: vaultPath(lab, path) })
  if (!isOk(lookup) || partAt(lookup.body, 'id') !== id) {
    throw new CannotTell(`the customer is not found at ${path}`, [created, lookup])
  }
  return seen(templateOf(path, { customer_id: id }), created, lookup)
}

async function tokenPath(lab: Lab): Promise<Observation> {
  const token = await cardToken(lab)
  const { id, customer, created } = token
  const path = ownTokenPath(token)
  const lookup = await lab.send({ method: 'GET', path: vaultPath(lab, path) })
  if (!isOk(lookup) || partAt(lookup.body, 'id') !== id) {
    throw new CannotTell(`the token is not found at ${path}`, [created, lookup])
  }
  return seen(templateOf(path, { customer_id: customer.id, token_id: id }), created, lookup)
}
