import type { Operation } from '../../scenario/rule.ts'

/** Every operation by its name, and the base address itself. */
export type DocumentedName = Operation | 'index'

type Group = 'Start' | 'Transactions' | 'Customers' | 'Tokens'

/** The groups of operations, in the order of the document. */
export const groups: Readonly<Record<Group, string>> = {
  Transactions:
    'Payments and what can be done with them. Each operation that changes something creates a new transaction with its own audit number.',
  Customers: 'The customers of the vault. A customer holds tokens.',
  Tokens:
    'Stored cards and bank accounts. You can pay with the virtual PAN of a token instead of the details.',
  Start: 'The base URL.',
}

export function groupOf(name: DocumentedName): Group {
  if (name === 'index') return 'Start'
  if (name.startsWith('customer_')) return 'Customers'
  return name.startsWith('token_') ? 'Tokens' : 'Transactions'
}

const recovery =
  'If no response comes or its status is 5xx, the outcome is unknown. Search by correlation id, and send the request again only if the search is empty. Use the same id: with a new id, which the gateway also accepts, a first request that was only slow would be processed too.'

/** The summary and the description of every operation. */
export const operationFacts: Readonly<
  Record<DocumentedName, readonly [summary: string, description: string]>
> = {
  index: [
    'List the links of the API',
    'Links to all operations. In a link that is `templated`, replace the names in braces.',
  ],
  purchase: [
    'Make a purchase',
    `Charges a card, a stored token or a bank account. A direct debit is \`pending\` until its bank has responded. ${recovery}`,
  ],
  preauthorisation: [
    'Preauthorise an amount',
    `Holds an amount on a card, to be completed or voided later. ${recovery}`,
  ],
  standalone_refund: [
    'Refund without an original',
    `Pays money to a card or a bank account without reference to a purchase. Prefer a refund of the original transaction. ${recovery}`,
  ],
  completion: [
    'Complete a preauthorisation',
    `Charges the held amount, or less of it. ${recovery}`,
  ],
  refund: [
    'Refund a transaction',
    `Refunds all or part of a purchase or a completion. Several refunds are possible; together they cannot exceed the original. ${recovery}`,
  ],
  void: [
    'Void a transaction',
    `Undoes a transaction before it settles. The void is a separate transaction; the original becomes \`voided\`. ${recovery}`,
  ],
  lookup: [
    'Look up a transaction',
    'Finds a transaction by its audit number. 404 means that it does not exist.',
  ],
  search: [
    'Search by correlation id',
    'Finds the transaction of a request whose response was lost. No result means that it was not processed, or that the id is no longer kept.',
  ],
  customer_search: [
    'List customers',
    'Lists the customers of a merchant, page by page. Follow `_links.next`.',
  ],
  customer_create: [
    'Create a customer, or find it by its reference',
    'Creates a customer. If the merchant has one with this reference, that one is returned unchanged.',
  ],
  customer_lookup: ['Look up a customer', 'Finds a customer by its number.'],
  customer_update: [
    'Change a customer',
    'Changes the fields that the body has and leaves the others alone.',
  ],
  customer_delete: ['Delete a customer', 'Deletes a customer and all its tokens.'],
  token_list: [
    'List the tokens of a customer',
    'Lists tokens by number, page by page. Follow `_links.next`.',
  ],
  token_create: [
    'Store a card or a bank account',
    'Stores payment details and gives them a virtual PAN, which pays in their place as `creditcard.pan`.',
  ],
  token_lookup: ['Look up a token', 'Finds a token by its number.'],
  token_update: [
    'Change a token',
    'Changes the fields that the body has. A new account replaces the old one and must be of the same type; the virtual PAN stays.',
  ],
  token_delete: ['Delete a token', 'Deletes a token. Its virtual PAN is never given out again.'],
}
