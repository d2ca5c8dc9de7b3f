import type { Command } from 'commander'
import { command } from '../../command.ts'
import type { Io } from '../../io.ts'
import { FoundOrStarted } from '../../mcp/sandbox-access.ts'
import { type TargetOptions, tokenOf, withUrl } from '../../options/connection.ts'
import { logTo } from '../../process/start-log.ts'

export function mcpCommand(io: Io): Command {
  return withUrl(
    command('mcp', {
      summary: 'Serve the sandbox to a coding agent (Model Context Protocol, on stdio)',
      details:
        'Speaks the Model Context Protocol on standard input and output. Uses the sandbox at --url, or starts one in memory and stops it at the end.',
      examples: ['npx sandgate mcp', 'npx sandgate mcp --url http://127.0.0.1:4010'],
    }),
  ).action(async ({ url }: TargetOptions) => {
    const { serveTools } = await import('../../mcp/mcp-server.ts')
    const access = new FoundOrStarted(url, tokenOf(io.env), logTo(io))
    try {
      await serveTools(access, io)
    } finally {
      await access.close()
    }
  })
}
