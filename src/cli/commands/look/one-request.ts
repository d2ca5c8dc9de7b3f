import { randomBytes } from 'node:crypto'
import type { ControlClient } from '../../../client/control-client.ts'
import { printable } from '../../../document/printable.ts'
import type { RequestResponse } from '../../../http/contract/control/calls/requests.ts'
import { curlText } from '../../../insight/copied-request.ts'
import { spanText } from '../../../insight/counted.ts'
import { type Shell, usualShell } from '../../../insight/shell-line.ts'
import { CliError } from '../../cli-error.ts'
import type { Context } from '../../define/command.ts'
import { connectToRead, orList, type TargetOptions } from '../../options/connection.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { fields } from '../../terminal/table.ts'
import { wireFaultText } from '../../words/exchange/exchange-line.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

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
  if (!options.curl) return output.result(request, requestText)
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

function requestText(output: Output, entry: RequestResponse): string {
  const { request, response, fault, rules, nearest: [nearest] = [] } = entry
  const query = new URLSearchParams(request.query).toString()
  const members = fields(output, [
    ['request', `${request.method} ${request.path}${query === '' ? '' : `?${query}`}`],
    ['at', sydneyTimeText(entry.at)],
    ['operation', entry.operation],
    ['merchant', entry.merchant],
    ['correlation id', request.correlation_id],
    ['origin', request.origin],
    ['unknown fields', request.unknown_fields.join(', ')],
    [rules.length > 1 ? 'rules' : 'rule', rules.join(', ')],
    ['nearest other rule', nearest && `${nearest.rule}: ${nearest.reason}`],
    ['fault', fault && wireFaultText(fault)],
    ['outcome', entry.outcome],
    ['audit', entry.audit],
    ['took', spanText(entry.duration)],
  ])
  const status = response.status === null ? 'no whole response' : `response ${response.status}`
  return [
    members,
    ...bodyText(output, 'request body', request.body),
    ...bodyText(output, status, response.body),
  ].join('\n\n')
}

function bodyText({ style }: Output, title: string, body: unknown): readonly string[] {
  if (body === null || body === undefined) return []
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  const lines = text.split('\n').map(printable)
  return [[style('quiet', title), ...lines].join('\n')]
}
