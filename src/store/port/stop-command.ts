/** The default address of a sandbox. */
const DEFAULT_URL = 'http://127.0.0.1:7263'

/** The command that stops the sandbox at this address. */
export function stopCommand(url: string): string {
  return url === DEFAULT_URL ? 'npx sandgate stop' : `npx sandgate stop --url ${url}`
}
