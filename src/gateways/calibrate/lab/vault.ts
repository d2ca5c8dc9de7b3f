import { CannotTell, isOk, type LabExchange, partAt } from './exchange.ts'
import { fact, type Lab } from './lab.ts'
import { type LinkPaths, linksOf, purchasing, templateOf } from './operations.ts'
import { expiry, panOf } from './payments.ts'

export interface MadeCustomer {
  readonly id: number | string
  readonly reference: string
  readonly created: LabExchange
  readonly links: LinkPaths
}

export interface MadeToken {
  readonly id: number | string
  readonly customer: MadeCustomer
  readonly virtualPan: string
  readonly created: LabExchange
  readonly links: LinkPaths
}

/** A vault address of the merchant whose data the experiments are about. */
export function vaultPath({ merchant }: Lab, path: string, query = ''): string {
  return `${path}?merchant_id=${merchant}${query === '' ? '' : `&${query}`}`
}

export async function postCustomer(lab: Lab, reference: string, name = 'Calibrate') {
  const path = vaultPath(lab, '/customers')
  return await lab.post(path, { reference, name })
}

async function newCustomer(lab: Lab, reference: string): Promise<MadeCustomer> {
  const created = await postCustomer(lab, reference)
  const id = idOf(created)
  if (id === undefined) throw new CannotTell(noVault(created), [created])
  const links = linksOf(lab, created, `/customers/${id}/tokens`)
  lab.remains.customers.add(customerAddress(lab, { id, links }))
  return { id, reference, created, links }
}

function noVault({ status }: LabExchange): string {
  return status === 403
    ? 'this merchant has no vault (POST /customers answered 403)'
    : `needs a customer, and POST /customers answered ${status}`
}

/** The address of a customer as its own link has it, else as our config says. */
export function customerAddress(
  lab: Lab,
  { id, links }: Pick<MadeCustomer, 'id' | 'links'>,
): string {
  const path = [...links.values()].find((one) => !one.endsWith(`/customers/${id}/tokens`))
  return path ?? lab.ours.paths.customer.replace('{customer_id}', String(id))
}

function idOf(exchange: LabExchange): number | string | undefined {
  const id = partAt(exchange.body, 'id')
  const isId = typeof id === 'number' || typeof id === 'string'
  return isOk(exchange) && isId ? id : undefined
}

/** Two customers whose references begin alike, so that a list has two pages. */
export const firstCustomer = fact((lab) => newCustomer(lab, `${listPrefix(lab)}-1`))
export const secondCustomer = fact((lab) => newCustomer(lab, `${listPrefix(lab)}-2`))

export function listPrefix({ run }: Lab): string {
  return `calibrate-${run}`
}

/** Its id differs from the customer's, so that a path shows which is which. */
export const cardToken = fact(async (lab): Promise<MadeToken> => {
  const first = await newCardToken(lab, 'first card')
  const isClear = String(first.id) !== String(first.customer.id)
  return isClear ? first : await newCardToken(lab, 'second card')
})

/** One to try things on. */
export const spareToken = fact((lab) => newCardToken(lab, 'spare card'))

async function newCardToken(lab: Lab, name: string): Promise<MadeToken> {
  // A purchase shows how this gateway wants a card's expiry.
  await purchasing(lab)
  return await newToken(lab, name, { general_creditcard: cardAccount(lab) })
}

export function cardAccount(lab: Lab) {
  return { 'CARD.PAN': panOf(lab), 'CARD.EXPIRY': expiry(lab, 'valid'), 'CARD.NAME': 'CALIBRATE' }
}

/** An empty name is no name, so that a request with it creates nothing. */
export async function postToken(lab: Lab, preferred_name: string, account: unknown) {
  const { id } = await firstCustomer(lab)
  const path = vaultPath(lab, `/customers/${id}/tokens`)
  return await lab.post(path, { preferred_name, active: true, account })
}

export async function newToken(lab: Lab, name: string, account: unknown): Promise<MadeToken> {
  const customer = await firstCustomer(lab)
  const created = await postToken(lab, name, account)
  const id = idOf(created)
  const virtualPan = partAt(created.body, 'virtual_pan')
  if (id === undefined || typeof virtualPan !== 'string') {
    const reason = `needs a token, and POST /customers/{customer_id}/tokens answered ${created.status}`
    throw new CannotTell(reason, [created])
  }
  const links = linksOf(lab, created, tokenPath(customer.id, id))
  return { id, customer, virtualPan, created, links }
}

/** As it is published. */
function tokenPath(customer: number | string, token: number | string): string {
  return `/customers/${customer}/tokens/${token}`
}

/** The address of a token as its own link has it, else as it is published. */
export function ownTokenPath({ id, customer, links }: MadeToken): string {
  const values = { customer_id: customer.id, token_id: id }
  const own = [...links.values()].find((path) => {
    const template = templateOf(path, values)
    return template.includes('{customer_id}') && template.includes('{token_id}')
  })
  return own ?? tokenPath(customer.id, id)
}
