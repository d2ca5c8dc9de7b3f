import { isPlainObject } from '../../../domain/plain-object.ts'
import { fillPath } from '../../../http/paths.ts'
import {
  completing,
  type FoundAction,
  refunding,
  transactionLinks,
  voiding,
} from '../lab/actions.ts'
import { CannotTell, isOk, type LabExchange, partAt } from '../lab/exchange.ts'
import { fact, type Lab } from '../lab/lab.ts'
import { relationTo } from '../lab/links.ts'
import { purchasing } from '../lab/openings.ts'
import { cardToken, firstCustomer, listPrefix, secondCustomer, vaultPath } from '../lab/vault.ts'
import { type Observation, type ProbeTable, probe, seen } from './probe.ts'

export const relationProbes = {
  'rels.self': probe('The link of a purchase that leads to its own lookup.', async (lab) => {
    const { audit, lookup } = await purchasing(lab)
    return linkSeen(lab, lookup, audit, `/transactions/${audit}`)
  }),
  'rels.target': probe('The link of a void that leads to what it voided.', async (lab) => {
    const { audit, lookup, target } = await voiding(lab)
    return linkSeen(lab, lookup, audit, `/transactions/${target.audit}`)
  }),
  'rels.completion': toAction('preauthorisation', completing),
  'rels.refund': toAction('purchase', refunding),
  'rels.void': toAction('purchase', voiding),
  'rels.tokens': probe('The link of a customer that leads to its tokens.', async (lab) => {
    const { id, links, created } = await firstCustomer(lab)
    return named(relationTo(links, `/customers/${id}/tokens`), [created])
  }),
  'rels.customer': probe('The link of a token that leads to its customer.', async (lab) => {
    const { customer, links, created } = await cardToken(lab)
    const own = [...customer.links.values()].find((path) => !path.endsWith('/tokens'))
    return named(own === undefined ? undefined : relationTo(links, own), [created])
  }),
  'rels.first': probe('The link that is the same on both pages of a list.', async (lab) => {
    const { first, last, by } = await twoPages(lab)
    const same = [...first].filter(([relation, href]) => last.get(relation) === href)
    return theOne(same, by)
  }),
  'rels.next': probe('The link that only the first of two pages has.', async (lab) => {
    const { first, last, by } = await twoPages(lab)
    return theOne(
      [...first].filter(([relation]) => !last.has(relation)),
      by,
    )
  }),
} satisfies ProbeTable

function toAction(noun: string, find: (lab: Lab) => Promise<FoundAction>) {
  return probe(`The link of a ${noun} that leads to it.`, async (lab) => {
    const { path, target } = await find(lab)
    return linkSeen(lab, target.created, target.audit, fillPath(path, { audit: target.audit }))
  })
}

function linkSeen(lab: Lab, exchange: LabExchange, audit: number, path: string): Observation {
  return named(relationTo(transactionLinks(lab, exchange, audit), path), [exchange])
}

function named(relation: string | undefined, by: readonly LabExchange[]): Observation {
  if (relation !== undefined) return seen(relation, ...by)
  throw new CannotTell('the answer has no such link', by)
}

function theOne(
  links: readonly (readonly [string, string])[],
  by: readonly LabExchange[],
): Observation {
  const [link, ...more] = links
  if (more.length === 0) return named(link?.[0], by)
  const names = links.map(([relation]) => relation).join(', ')
  throw new CannotTell(`several links could be meant: ${names}`, by)
}

/** Links of the first and the last page of a list of two customers. */
const twoPages = fact(async (lab) => {
  await firstCustomer(lab)
  await secondCustomer(lab)
  const page = async (offset: number) => {
    const query = `reference=${listPrefix(lab)}&limit=1&offset=${offset}`
    const path = vaultPath(lab, '/customers', query)
    return await lab.get(path)
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
