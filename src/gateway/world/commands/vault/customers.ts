import {
  type KeyedText,
  keyedText,
  type Redacted,
  redactText,
} from '../../../../base/redaction/redacted.ts'
import type { CommandContext } from '../../../../domain/command-context.ts'
import { problem } from '../../../../domain/problem.ts'
import { referenceKeyOf } from '../../../../domain/vault.ts'
import type { Customer } from '../../../../domain/vault-records.ts'
import type { CustomerSearch, PageOf } from '../../records/indexes/customer-index.ts'
import type { RowChange } from '../../records/medium.ts'
import { lastIds, metaChange } from '../../records/meta.ts'
import type { World } from '../../world.ts'

type CustomerTexts = Omit<Customer, 'id' | 'merchant' | 'referenceKey' | 'createdAt'>

/** A customer's texts as sent. */
type SentTexts = { readonly [Name in keyof CustomerTexts]: string }

/** A merchant's customer; undefined for another merchant's. */
export function findCustomer(world: World, merchant: number, id: number): Customer | undefined {
  const customer = world.records.customer(id)
  return customer?.merchant === merchant ? customer : undefined
}

/** Returns the customer with this reference unchanged, or creates one. */
export function findOrCreateCustomer(
  world: World,
  { now }: CommandContext,
  merchant: number,
  { reference: sent, ...others }: SentTexts,
): { readonly customer: Customer; readonly isNew: boolean } {
  const { records } = world
  const reference = keyedText(world, sent)
  const known = records.customer(records.customerIndex.byReference(merchant, reference.key) ?? 0)
  if (known !== undefined) return { customer: known, isNew: false }
  const ids = lastIds(records)
  const customer: Customer = {
    id: ids.customer + 1,
    merchant,
    ...redactTexts(others),
    ...referenceFields(reference),
    createdAt: now,
  }
  world.commit([customerChange(customer), metaChange('ids', { ...ids, customer: customer.id })])
  return { customer, isNew: true }
}

export function updateCustomer(
  world: World,
  customer: Customer,
  { reference, ...others }: Partial<SentTexts>,
): Customer {
  const keyed = reference === undefined ? undefined : keyedText(world, reference)
  refuseTaken(world, customer, keyed?.key ?? referenceKeyOf(customer))
  const { referenceKey: _replaced, ...rest } = customer
  const updated: Customer = {
    ...(keyed === undefined ? customer : { ...rest, ...referenceFields(keyed) }),
    ...redactTexts(others),
  }
  world.commit([customerChange(updated)])
  return updated
}

/** Deletes a customer and all its tokens. */
export function deleteCustomer(world: World, { id }: Customer): void {
  const tokens = world.records.tokenIndex.ofCustomer(id)
  world.commit([
    ...tokens.map((key): RowChange => ({ table: 'tokens', key, line: undefined })),
    { table: 'customers', key: id, line: undefined },
  ])
}

/** One page of a merchant's customers. */
export function searchCustomers(
  world: World,
  merchant: number,
  search: CustomerSearch,
): PageOf<Customer> {
  const { name, reference } = search
  const { items, hasMore } = world.records.customerIndex.page(merchant, {
    ...search,
    // Stored texts have their card numbers masked, so the search text must too.
    name: name && redactText(name),
    reference: reference && redactText(reference),
  })
  return { items: items.flatMap((id) => world.records.customer(id) ?? []), hasMore }
}

function refuseTaken(world: World, { id, merchant }: Customer, referenceKey: string): void {
  const other = world.records.customerIndex.byReference(merchant, referenceKey)
  if (other === undefined || other === id) return
  const message = `Customer ${other} has this reference`
  throw problem('reference_in_use', message, 'customer_reference')
}

function redactTexts<Texts extends Partial<SentTexts>>(texts: Texts) {
  const redacted = Object.entries<string>(texts).map(([name, text]) => [name, redactText(text)])
  return Object.fromEntries(redacted) as { readonly [Name in keyof Texts]: Redacted }
}

function referenceFields({ text, key }: KeyedText) {
  return key === text ? { reference: text } : { reference: text, referenceKey: key }
}

function customerChange(customer: Customer): RowChange {
  return { table: 'customers', key: customer.id, line: JSON.stringify(customer) }
}
