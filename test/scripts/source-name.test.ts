import { posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { sourceName } from '../../scripts/source-name.mjs'

test.each([
  [win32, 'C:\\sandgate', 'C:\\sandgate\\src\\cli\\mcp\\mcp-server.ts', 'cli/mcp/mcp-server.ts'],
  [posix, '/sandgate', '/sandgate/src/cli/mcp/mcp-server.ts', 'cli/mcp/mcp-server.ts'],
  [win32, 'C:\\sandgate', 'C:\\sandgate\\scripts\\build.mjs', '../scripts/build.mjs'],
])('a source has the same name on every system', (system, root, file, name) => {
  expect(sourceName(root, file, system)).toBe(name)
})
