import { DEFAULT_URL } from '../default-url.ts'
import { commandLine } from './copied-request.ts'

/** A command with the address and CA of this sandbox, whatever the shell's environment holds. */
export function commandText(
  words: readonly string[],
  { url, ca }: { readonly url: string; readonly ca?: string | undefined },
): string {
  const trust = ca === undefined ? '' : `NODE_EXTRA_CA_CERTS=${commandLine([ca])} `
  const option = url === DEFAULT_URL ? [] : ['--url', url]
  return `${trust}npx sandgate ${commandLine([...words, ...option])}`
}
