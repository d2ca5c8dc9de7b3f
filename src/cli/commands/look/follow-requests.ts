import { ControlError, NoSandboxError } from '../../../client/control-error.ts'
import type { RequestAnswer } from '../../../http/contract/control/calls/requests.ts'
import { CliError, exitCode } from '../../cli-error.ts'
import type { Io } from '../../io.ts'
import { connectToRead, worldOf } from '../../options/connection.ts'
import { filterOf, isWanted, type RequestsOptions } from '../../options/requests-filter.ts'
import { stopSignal } from '../../process/signals.ts'
import { outputFor } from '../../terminal/output.ts'
import { exchangeLine } from '../../words/exchange/exchange-line.ts'
import { exchangeOf } from '../../words/exchange/exchange-of.ts'

/** Prints the existing requests, then each new one, until Ctrl-C. */
export async function followRequests(options: RequestsOptions, io: Io): Promise<void> {
  const stopping = stopSignal(io)
  try {
    await follow(options, io, stopping)
  } catch (error) {
    if (stopping.aborted) return
    if (error instanceof ControlError || error instanceof NoSandboxError) throw error
  }
  if (stopping.aborted) return
  throw new CliError(`The sandbox at ${options.url} has stopped`, exitCode.noAnswer)
}

/** Subscribes before listing, so that no request is missed in between. */
async function follow(options: RequestsOptions, io: Io, stopping: AbortSignal): Promise<void> {
  const client = connectToRead(options, io)
  const output = outputFor(options, io)
  const world = worldOf(options)
  const show = (request: RequestAnswer) =>
    output.result(request, ({ style }) => exchangeLine(exchangeOf(request, world), style))
  const events = await client.events(stopping)
  const { requests } = await client.requests(filterOf(options))
  for (const request of requests) show(request)
  const shown = new Set(requests.map(identityOf))
  for await (const { type, data } of events) {
    if (type !== 'request' || shown.delete(identityOf(data))) continue
    if (await isWanted(data, options, client)) show(data)
  }
}

/** The whole request is its identity, since ids start at 1 again after a reset. */
function identityOf(request: RequestAnswer): string {
  return JSON.stringify(request)
}
