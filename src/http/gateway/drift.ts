import { hash32 } from '../../domain/generated-codes.ts'

const newStatuses = ['under_review', 'partially_settled', 'awaiting_scheme', 'held']
const newMessages = ['Handled', 'Taken note of', 'See the scheme', 'Reworded']

/**
 * The same answer from a later minor version of the gateway: values, members, links and an order of
 * members that nobody has seen before, each of a kind that clients are told to expect. No member
 * is missing and none has another type.
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
    // A relation that nobody knows, to an address that answers.
    _links: { ..._links, receipt: { href: `${api}/transactions/${audit}` } },
  }
  return reordered(grown)
}

function reordered(members: object): object {
  return Object.fromEntries(Object.entries(members).reverse())
}

/** Where links point to, and what makes one world drift unlike another. */
interface Source {
  readonly api: string
  readonly seed: number
}

interface DriftingBody {
  readonly status: { readonly acquirer: object }
  readonly _links: object
}
