import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
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
  const server = new McpServer({ name: 'sandgate', version })
  for (const tool of tools) {
    const { title, description, input, isReading } = tool
    const annotations = { readOnlyHint: isReading, openWorldHint: false }
    server.registerTool(
      tool.name,
      { title, description, inputSchema: input, annotations },
      async (given: unknown) => await answerOf(tool, given, access),
    )
  }
  const ended = new Promise<void>((resolve) => {
    server.server.onclose = resolve
    stdin.once('end', resolve)
    stdin.once('close', resolve)
  })
  await server.connect(new StdioServerTransport(stdin, stdout))
  await ended
}

/** Reports a failed tool to the agent, which can then react. */
async function answerOf(tool: Tool, given: unknown, access: SandboxAccess) {
  try {
    return content(await tool.run(given as never, access))
  } catch (error) {
    return { ...content(error instanceof Error ? error.message : String(error)), isError: true }
  }
}

function content(text: string) {
  return { content: [{ type: 'text' as const, text }] }
}
