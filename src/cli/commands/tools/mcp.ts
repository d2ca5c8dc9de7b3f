import { DEFAULT_URL } from '../../../base/default-url.ts'
import { command } from '../../define/command.ts'
import { logTo } from '../../io.ts'
import { SandboxAccess } from '../../mcp/sandbox-access.ts'
import { tokenOf } from '../../options/connection.ts'

export const mcpCommand = command({
  name: 'mcp',
  group: 'For tools',
  summary: 'Serve the sandbox to a coding agent (MCP, on stdio)',
  details:
    'Speaks the Model Context Protocol on standard input and output. Uses the sandbox at --url, or starts one in memory and stops it at the end.',
  examples: ['mcp', `mcp --url ${DEFAULT_URL}`],
  serves: 'until-stopped',
  target: 'sandbox for tools',
  async run({ url }, { io, all }) {
    const { serveTools } = await import('../../mcp/mcp-server.ts')
    const access = new SandboxAccess({ url, token: tokenOf(io.env), log: logTo(io), commands: all })
    try {
      await serveTools(access, io)
    } finally {
      await access.close()
    }
  },
})
