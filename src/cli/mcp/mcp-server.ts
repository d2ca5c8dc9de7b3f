import { Transform } from 'node:stream'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { ErrorCode, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { excerpt } from '../../base/documents/complaint.ts'
import { parseWith } from '../../base/documents/schema-complaints.ts'
import { memberOf } from '../../base/plain-object.ts'
import { redactText } from '../../base/redaction/redacted.ts'
import { nearestOrAll } from '../../base/text/nearest-word.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import { version } from '../../runtime/version.ts'
import type { Io } from '../io.ts'
import type { SandboxAccess } from './sandbox-access.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools.ts'

const instructions = `Sandgate is a local payment gateway for tests; no real money moves. It declines, fails, hangs and loses responses on demand, and reports whether a client can charge twice or lose track of money.
The usual order: \`sandbox\` gives the address to set in the app. \`magic_values\` and \`break_next_payment\` provoke failures. Then run the app. \`report\` gives the verdict with advice; \`payment\` and \`requests\` show the details. Call \`reset\` before the next test.
The command line does the rest: \`npx sandgate openapi\` describes the API, \`scenario\` and \`rule\` provoke any outcome, \`exec\` runs a test suite against its own sandbox, and \`sweep\` attacks its payments one by one. All times are in Sydney.`

const LONGEST_LINE = 4_000_000

/** Any call: the SDK answers one of another form with the raw complaints of its validator. */
const toolCall = z.object({
  method: z.literal('tools/call'),
  params: z.unknown().transform((params) => ({
    name: String(memberOf(params, 'name')),
    given: memberOf(params, 'arguments') ?? {},
  })),
})

/** Serves the tools on standard input and output until the client disconnects. */
export async function serveTools(
  access: SandboxAccess,
  { stdin, stdout }: Pick<Io, 'stdin' | 'stdout'>,
): Promise<void> {
  const server = new Server(
    { name: 'sandgate', version },
    { capabilities: { tools: {} }, instructions },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describedTool) }))
  server.setRequestHandler(
    toolCall,
    async ({ params }) => await answerOf(params.name, params.given, access),
  )
  // The transport ends without a word at a line of more than 10 MB.
  const lines = stdin.pipe(boundedLines(LONGEST_LINE))
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve
    lines.once('end', resolve)
    stdin.once('close', () => lines.end())
  })
  const transport = new StdioServerTransport(lines, stdout)
  transport.onerror = (error) => refuseLine(error, stdout)
  await server.connect(transport)
  await ended
}

/** The transport reports a line that is no message, and leaves it unanswered. */
function refuseLine(cause: Error, stdout: Io['stdout']): void {
  const isJson = 'issues' in cause
  if (!isJson && !(cause instanceof SyntaxError)) return
  const error = isJson
    ? { code: ErrorCode.InvalidRequest, message: 'Invalid Request: not a JSON-RPC 2.0 message' }
    : {
        code: ErrorCode.ParseError,
        message: 'Parse error: each line must be one JSON document of at most 4 MB',
      }
  stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`)
}

function describedTool({ name, title, description, input, isReading }: Tool) {
  const inputSchema = z.toJSONSchema(z.strictObject(input), { io: 'input' })
  const annotations = { readOnlyHint: isReading, openWorldHint: false }
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: 'object' as const },
    annotations,
  }
}

/** Reports a failed tool to the agent, which can then react. */
async function answerOf(name: string, given: unknown, access: SandboxAccess) {
  try {
    const tool = tools.find((one) => one.name === name)
    if (tool === undefined) {
      const known = nearestOrAll(
        name,
        tools.map((one) => one.name),
      )
      throw new Error(`There is no tool '${excerpt(name)}'${known}`)
    }
    const parsed = parseWith(z.strictObject(tool.input), given)
    if ('faults' in parsed)
      throw new Error(
        parsed.faults
          .map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`)
          .join('\n'),
      )
    return content(inSydney(await tool.run(parsed.data as never, access)))
  } catch (error) {
    // An agent may have given a card number, which the message quotes.
    const message = error instanceof Error ? error.message : String(error)
    return { ...content(redactText(message)), isError: true }
  }
}

const instants = /(?<="(?:\w+_)?(?:at|now|until)": ?")\d{4}-\d\d-\d\dT[\d:.]+Z(?=")/g

/** The control API has instants in UTC; tables and the gateway itself use Sydney time. */
function inSydney(text: string): string {
  return text.replace(instants, (instant) => sydneyIso(Date.parse(instant), 'milliseconds'))
}

function content(text: string) {
  return { content: [{ type: 'text' as const, text }] }
}

const NEWLINE = 0x0a

/** Passes lines on. Of one that is longer than this many bytes, only a part arrives, which is no JSON. */
function boundedLines(longest: number): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const parts: Buffer[] = []
      for (let at = 0; at < chunk.length; ) {
        const found = chunk.indexOf(NEWLINE, at)
        const end = found < 0 ? chunk.length : found
        parts.push(chunk.subarray(at, Math.min(end, at + Math.max(0, longest - length))))
        length += end - at
        if (found >= 0) {
          parts.push(chunk.subarray(found, found + 1))
          length = 0
        }
        at = end + 1
      }
      done(null, Buffer.concat(parts))
    },
  })
}
