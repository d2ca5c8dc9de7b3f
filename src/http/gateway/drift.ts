import { hash32 } from '../../domain/generated-codes.ts'

const newStatuses = ['under_review', 'partially_settled', 'awaiting_scheme', 'held']
const newMessages = ['Handled', 'Taken note of', 'See the scheme', 'Reworded']

/**
 * The same answer as from a later minor version of the gateway: unknown values, members and links,
 * in another order, each of a kind that the contract tells clients to expect. No member is missing
 * or changes its type.
 */
export function drifted(body: object, audit: number, { api, seed }: Source): object {
  const pick = (salt: number, from: readonly string[]) =>
    from[hash32(seed, audit, salt) % from.length] as string
  const { status, _links, ...rest } = body as DriftingBody
  const grown = {
    ...rest,
    risk_assessment: { score: hash32(seed, audit, 3) % 100, engine: 'v2' },
    status: reordered({
      ...status,
      gateway_status_code: 700 + (hash32(seed, audit, 4) % 77),
      gateway_status_message: pick(1, newMessages),
      transaction_status_code: pick(2, newStatuses),
      acquirer: {
        ...status.acquirer,
        response_message: pick(5, newMessages),
        network_reference: String(hash32(seed, audit, 6)),
      },
    }),
    // An unknown relation with a valid address.
    _links: { ..._links, receipt: { href: `${api}/transactions/${audit}` } },
  }
  return reordered(grown)
}

function reordered(members: object): object {
  return Object.fromEntries(Object.entries(members).reverse())
}

/** The address for links, and the seed that makes each world drift differently. */
interface Source {
  readonly api: string
  readonly seed: number
}

interface DriftingBody {
  readonly status: { readonly acquirer: object }
  readonly _links: object
}
