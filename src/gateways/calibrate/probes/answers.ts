import { isLuhnValid } from '../../../domain/card/card.ts'
import { isPlainObject } from '../../../domain/plain-object.ts'
import { fillPath } from '../../../http/paths.ts'
import { CannotTell, isOk, type LabExchange, partAt, statusWord, typeOf } from '../lab/exchange.ts'
import { fact, type Lab } from '../lab/lab.ts'
import {
  approvedOf,
  completing,
  type FoundOperation,
  type LinkPaths,
  preauthorising,
  purchasing,
  refunding,
  standaloneRefunding,
  targetAuditOf,
  templateOf,
  transactionLinks,
  voiding,
  voidNow,
} from '../lab/operations.ts'
import {
  cardToken,
  customerAddress,
  firstCustomer,
  listPrefix,
  ownTokenPath,
  postCustomer,
  secondCustomer,
  spareToken,
  vaultPath,
} from '../lab/vault.ts'
import { never, type Observation, type ProbeTable, probe, seen } from './probe.ts'

/** Where operations are, what answers look like, and what their words are. */
export const answerProbes = {
  'paths.purchase': operation('Sends a purchase to this path', purchasing),
  'paths.preauthorisation': operation('Sends a preauthorisation to this path', preauthorising),
  'paths.completion': operation('Follows the completion link of a preauthorisation', completing),
  'paths.refund': operation('Follows the refund link of a purchase', refunding),
  'paths.standalone_refund': operation(
    'Sends a standalone refund to this path',
    standaloneRefunding,
  ),
  'paths.void': operation('Follows the void link of a purchase', voiding),
  'paths.customer': probe('Follows the link of a new customer to itself.', async (lab) => {
    const customer = await firstCustomer(lab)
    const ids = { customer_id: customer.id }
    return await foundAt(lab, 'customer', customerAddress(lab, customer), customer, ids)
  }),
  'paths.token': probe('Follows the link of a new token to itself.', async (lab) => {
    const token = await cardToken(lab)
    const ids = { customer_id: token.customer.id, token_id: token.id }
    return await foundAt(lab, 'token', ownTokenPath(token), token, ids)
  }),
  'rels.self': probe('Finds the link from a purchase to its own lookup.', async (lab) => {
    const { audit, lookup } = await purchasing(lab)
    return linkSeen(lab, lookup, audit, `/transactions/${audit}`)
  }),
  'rels.target': probe('Finds the link from a void to what it voided.', async (lab) => {
    const { audit, lookup, target } = await voiding(lab)
    return linkSeen(lab, lookup, audit, `/transactions/${target.audit}`)
  }),
  'rels.completion': toAction('a preauthorisation to its completion', completing),
  'rels.refund': toAction('a purchase to its refund', refunding),
  'rels.void': toAction('a purchase to its void', voiding),
  'rels.tokens': probe('Finds the link from a customer to its tokens.', async (lab) => {
    const { id, links, created } = await firstCustomer(lab)
    return relationSeen(links, `/customers/${id}/tokens`, created)
  }),
  'rels.customer': probe('Finds the link from a token to its customer.', async (lab) => {
    const { customer, links, created } = await cardToken(lab)
    const own = [...customer.links.values()].find((path) => !path.endsWith('/tokens'))
    return relationSeen(links, own, created)
  }),
  'rels.first': probe('Finds the link that is the same on both pages of a list.', async (lab) => {
    const { first, last, by } = await twoPages(lab)
    const same = [...first].filter(([relation, href]) => last.get(relation) === href)
    return theOne(same, by)
  }),
  'rels.next': probe('Finds the link that only the first of two pages has.', async (lab) => {
    const { first, last, by } = await twoPages(lab)
    const own = [...first].filter(([relation]) => !last.has(relation))
    return theOne(own, by)
  }),
  'words.voided': probe('Reads the status of a voided purchase.', async (lab) => {
    const { created, after } = await voiding(lab)
    return seen(statusWord(after), created, after)
  }),
  'words.unknown': never('only an undecided transaction shows it, and no request can cause one'),
  'words.void_type': probe('Reads the type of a void.', async (lab) => {
    const { lookup } = await voiding(lab)
    return seen(typeOf(lookup), lookup)
  }),
  refund_transaction_type: probe('Reads the type of a refund.', async (lab) => {
    const { lookup } = await refunding(lab).catch(() => standaloneRefunding(lab))
    return seen(typeOf(lookup), lookup)
  }),
  completion_target_audit: probe('Checks whether a completion shows its target.', async (lab) => {
    const { lookup } = await completing(lab)
    return seen(targetAuditOf(lookup) !== undefined, lookup)
  }),
  rule_refusals: probe('Voids a purchase twice.', async (lab) => {
    const { again } = await voidedTwice(lab)
    if (again.status >= 400 && again.status < 500) return seen('refuse', again)
    if (isOk(again) && statusWord(again) === 'declined') return seen('decline', again)
    throw new CannotTell(`a second void was answered with ${again.status}`, [again])
  }),
  mask_character: probe('Reads the characters between the digits of a card.', async (lab) => {
    const { lookup } = await purchasing(lab)
    const pan = partAt(lookup.body, 'transaction', 'payment_method', 'creditcard', 'pan')
    const masks = new Set(typeof pan === 'string' ? pan.replaceAll(/\d/g, '') : '')
    const [mask, ...more] = masks
    if (mask !== undefined && more.length === 0) return seen(mask, lookup)
    throw new CannotTell('the lookup shows no masked card number', [lookup])
  }),
  'status.transaction': statusOf('purchase', purchasing),
  'status.customer_created': statusOf('new customer', firstCustomer),
  'status.customer_existing': probe('Creates a customer a second time.', async (lab) => {
    const { id, reference, created } = await firstCustomer(lab)
    const again = await postCustomer(lab, reference)
    if (isOk(again) && partAt(again.body, 'id') === id) return seen(again.status, created, again)
    const reason = 'the same reference did not give the same customer'
    throw new CannotTell(reason, [created, again])
  }),
  'status.token_created': statusOf('new token', cardToken),
  'status.deleted': probe('Deletes a token.', async (lab) => {
    const path = ownTokenPath(await spareToken(lab))
    const gone = await lab.send({ method: 'DELETE', path: vaultPath(lab, path) })
    if (isOk(gone)) return seen(gone.status, gone)
    throw new CannotTell(`a token cannot be deleted (${gone.status})`, [gone])
  }),
  token_id_type: probe('Reads the type of a new token’s id.', async (lab) => {
    const { id, created } = await cardToken(lab)
    return seen(typeof id === 'string' ? 'string' : 'integer', created)
  }),
  virtual_pan_luhn: probe('Reads the virtual PANs of two new tokens.', async (lab) => {
    const tokens = [await cardToken(lab), await spareToken(lab)]
    const areValid = tokens.every(({ virtualPan }) => isLuhnValid(virtualPan))
    return seen(areValid ? 'valid' : 'invalid', ...tokens.map(({ created }) => created))
  }),
  'virtual_pan.length': common('Reads the length', (virtualPan) => virtualPan.length),
  'virtual_pan.first_digit': common('Reads the first digit', (virtualPan) =>
    Number(virtualPan.charAt(0)),
  ),
} satisfies ProbeTable

function operation(how: string, find: (lab: Lab) => Promise<FoundOperation>) {
  return probe(`${how}, and looks up the result to confirm it.`, async (lab) => {
    const { path, created, lookup } = await find(lab)
    return seen(path, created, lookup)
  })
}

/** `ids` are the names of the ids in the path. */
async function foundAt(
  lab: Lab,
  noun: string,
  path: string,
  { id, created }: { readonly id: number | string; readonly created: LabExchange },
  ids: Readonly<Record<string, number | string>>,
): Promise<Observation> {
  const lookup = await lab.get(vaultPath(lab, path))
  if (isOk(lookup) && partAt(lookup.body, 'id') === id) {
    return seen(templateOf(path, ids), created, lookup)
  }
  throw new CannotTell(`the ${noun} is not found at ${path}`, [created, lookup])
}

function toAction(what: string, find: (lab: Lab) => Promise<FoundOperation>) {
  return probe(`Finds the link from ${what}.`, async (lab) => {
    const { path, target } = await find(lab)
    return linkSeen(lab, target.created, target.audit, fillPath(path, { audit: target.audit }))
  })
}

function linkSeen(lab: Lab, exchange: LabExchange, audit: number, path: string): Observation {
  return relationSeen(transactionLinks(lab, exchange, audit), path, exchange)
}

/** The relation that leads to a path. */
function relationSeen(links: LinkPaths, path: string | undefined, by: LabExchange): Observation {
  return theOne([...links].filter(([, one]) => one === path).slice(0, 1), [by])
}

function theOne(
  links: readonly (readonly [relation: string, href: string])[],
  by: readonly LabExchange[],
): Observation {
  const [link, ...more] = links
  if (link === undefined) throw new CannotTell('the answer has no such link', by)
  if (more.length === 0) return seen(link[0], ...by)
  const names = links.map(([relation]) => relation).join(', ')
  throw new CannotTell(`several links could be meant: ${names}`, by)
}

/** Links of the first and the last page of a list of two customers. */
const twoPages = fact(async (lab) => {
  await firstCustomer(lab)
  await secondCustomer(lab)
  const page = async (offset: number) => {
    const query = `reference=${listPrefix(lab)}&limit=1&offset=${offset}`
    return await lab.get(vaultPath(lab, '/customers', query))
  }
  const by = [await page(0), await page(1)] as const
  const failed = by.find((exchange) => !isOk(exchange))
  if (failed !== undefined) throw new CannotTell(`GET /customers answered ${failed.status}`, by)
  return { first: hrefs(by[0]), last: hrefs(by[1]), by }
})

function hrefs({ body }: LabExchange): ReadonlyMap<string, string> {
  const links = partAt(body, '_links')
  const entries = Object.entries(isPlainObject(links) ? links : {})
  return new Map(entries.map(([relation, link]) => [relation, String(partAt(link, 'href'))]))
}

/** A purchase that was voided, and how a second void is answered. */
export const voidedTwice = fact(async (lab) => {
  const made = await approvedOf(lab, await purchasing(lab))
  const first = await voidNow(lab, made.audit)
  if (!isOk(first)) throw new CannotTell(`a void was answered with ${first.status}`, [first])
  return { made, again: await voidNow(lab, made.audit) }
})

function statusOf(noun: string, make: (lab: Lab) => Promise<{ readonly created: LabExchange }>) {
  return probe(`Reads the status of the answer to a ${noun}.`, async (lab) => {
    const { created } = await make(lab)
    return seen(created.status, created)
  })
}

/** Something that the virtual PANs of two tokens have in common. */
function common(how: string, look: (virtualPan: string) => number) {
  return probe(`${how} of the virtual PANs of two new tokens.`, async (lab) => {
    const tokens = [await cardToken(lab), await spareToken(lab)] as const
    const by = tokens.map(({ created }) => created)
    const [one, other] = tokens.map(({ virtualPan }) => look(virtualPan))
    if (one === other) return seen(one, ...by)
    throw new CannotTell(`it is ${one} for one token and ${other} for another`, by)
  })
}
