import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { curlText } from '../../base/text/copied-request.ts'
import { printable } from '../../base/text/printable.ts'
import { type Shell, usualShell } from '../../base/text/shell-line.ts'
import type { ControlClient } from '../../control/client/control-client.ts'
import type { RequestResponse } from '../../control/contract/calls/requests.ts'
import { factsOfRequest } from '../../control/facts/facts.ts'
import { CliError } from '../cli-error.ts'
import type { Context } from '../define/command.ts'
import { connectToRead, nextCommand, orList, type TargetOptions } from '../options/connection.ts'
import { type Output, outputFor } from '../terminal/output.ts'
import { factsText } from './list-text.ts'

interface ShownAs extends TargetOptions {
  readonly curl: true | undefined
  readonly shell: Shell | undefined
}

/** Shows one request with its response, or as a command that sends it again. */
export async function showRequest(
  id: number,
  options: ShownAs,
  { io, self }: Context,
): Promise<void> {
  const client = connectToRead(options, io)
  const request = await orList(client.request(id), 'requests', self)
  const output = outputFor(options, io)
  if (!options.curl) return output.result(request, () => requestText(output, request, self))
  await refuseFinished(client, options.url)
  const { shell = usualShell(process.platform, io.env) } = options
  const curl = curlText(request, client.urlOf(), randomBytes(3).toString('hex'), shell)
  // As it is: a line break between quotes would change the body.
  if (!options.json) io.stdout.write(`${curl}\n`)
  else output.document({ curl })
}

/** A run from a file answers no calls, and the sandbox that it was made with may be gone. */
async function refuseFinished(client: ControlClient, url: string): Promise<void> {
  const { shows } = await client.health()
  if (shows === undefined) return
  throw new CliError(
    `${url} shows a finished run, which takes no calls; start a sandbox and pass its --url`,
  )
}

function requestText(output: Output, entry: RequestResponse, self: Command): string {
  const { request, response } = entry
  const status = response.status === null ? 'no whole response' : `response ${response.status}`
  return [
    factsText(output, factsOfRequest(entry), (words) => nextCommand(words, self)),
    ...bodyText(output, 'request body', request.body),
    ...bodyText(output, status, response.body),
  ].join('\n\n')
}

function bodyText({ style }: Output, title: string, body: unknown): readonly string[] {
  if (body === null || body === undefined) return []
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  const lines = text.split(/\r?\n/).map(printable)
  return [[style('quiet', title), ...lines].join('\n')]
}
