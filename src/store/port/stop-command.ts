/** Where a sandbox is unless it was told otherwise. */
const DEFAULT_URL = 'http://127.0.0.1:4010'

/** What stops the sandbox at an address. */
export function stopCommand(url: string): string {
  return url === DEFAULT_URL ? 'npx sandgate stop' : `npx sandgate stop --url ${url}`
}
