import type { Command } from 'commander'
import { type Io, logTo } from '../../io.ts'
import { SandboxAccess } from '../../mcp/sandbox-access.ts'
import { type TargetOptions, tokenOf, withUrl } from '../../options/connection.ts'

export function mcpCommand(command: Command, io: Io): Command {
  return withUrl(command).action(async ({ url }: TargetOptions) => {
    const { serveTools } = await import('../../mcp/mcp-server.ts')
    const access = new SandboxAccess(url, tokenOf(io.env), logTo(io))
    try {
      await serveTools(access, io)
    } finally {
      await access.close()
    }
  })
}
