import { isPlainObject } from '../../domain/plain-object.ts'
import { StartError } from '../../runtime/start-error.ts'
import { NoGateway } from './no-gateway.ts'
import { NoAnswer, type RemoteAnswer, type RemoteGateway } from './remote-gateway.ts'

/** The first request: a search that every gateway has, and that changes nothing. */
export async function checkGateway(remote: RemoteGateway, merchant: number): Promise<void> {
  const { url } = remote.base
  const { status, body } = await searched(remote, merchant)
  if (status === 401) {
    const advice = remote.hasCredentials ? 'check the credentials' : 'pass --basic or --bearer'
    throw new StartError(`${url} answers 401, unauthenticated; ${advice}`)
  }
  if (status === 403) {
    throw new StartError(`${url} answers 403 for merchant ${merchant}; pass --merchant <id>`)
  }
  if (status === 200 && isPlainObject(body) && Array.isArray(body.results)) return
  const found = status === 200 ? 'with something else than results' : `with ${status}`
  const advice = 'check the address, which ends with the version, such as /v1'
  throw new StartError(`${url} answers GET /transactions ${found}; ${advice}`)
}

async function searched(remote: RemoteGateway, merchant: number): Promise<RemoteAnswer> {
  const path = `/transactions?merchant_id=${merchant}&correlation_id_lookup=sandgate-hello`
  try {
    return await remote.send({ method: 'GET', path, headers: { 'x-correlation-id': 'sandgate' } })
  } catch (cause) {
    if (!(cause instanceof NoAnswer)) throw cause
    throw new NoGateway(
      `No gateway answers at ${remote.base.url} (${cause.message}); check the address`,
    )
  }
}
