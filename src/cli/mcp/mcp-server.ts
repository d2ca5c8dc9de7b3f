import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { excerpt, type Fault } from '../../document/complaint.ts'
import { didYouMean } from '../../document/nearest-word.ts'
import { parseWith } from '../../document/schema-complaints.ts'
import { version } from '../../runtime/version.ts'
import type { Io } from '../io.ts'
import type { SandboxAccess } from './sandbox-access.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools.ts'

/** Serves the tools on standard input and output until the client disconnects. */
export async function serveTools(
  access: SandboxAccess,
  { stdin, stdout }: Pick<Io, 'stdin' | 'stdout'>,
): Promise<void> {
  const server = new Server({ name: 'sandgate', version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describedTool) }))
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }) => await answerOf(params.name, params.arguments ?? {}, access),
  )
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve
    stdin.once('end', resolve)
    stdin.once('close', resolve)
  })
  await server.connect(new StdioServerTransport(stdin, stdout))
  await ended
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
    if (tool === undefined) throw new Error(unknownTool(name))
    const parsed = parseWith(z.strictObject(tool.input), given)
    if ('faults' in parsed) throw new Error(parsed.faults.map(faultText).join('\n'))
    return content(await tool.run(parsed.data as never, access))
  } catch (error) {
    return { ...content(error instanceof Error ? error.message : String(error)), isError: true }
  }
}

function unknownTool(name: string): string {
  const names = tools.map((one) => one.name)
  const known = didYouMean(name, names) || `; there are ${names.join(', ')}`
  return `There is no tool '${excerpt(name)}'${known}`
}

function faultText({ path, message }: Fault): string {
  return `${path.join('.')}: ${message}`
}

function content(text: string) {
  return { content: [{ type: 'text' as const, text }] }
}
