import { DEFAULT_URL } from '../../domain/default-url.ts'

/** The default address of a sandbox. */

/** The command that stops the sandbox at this address. */
export function stopLine(url: string): string {
  return url === DEFAULT_URL ? 'npx sandgate stop' : `npx sandgate stop --url ${url}`
}
