import { redactStrangers } from '../../domain/redaction/redacted.ts'

const ownPath = /^\/(?:w\/[a-z0-9-]+\/)?_sandbox(?:\/|$)/

/** An address that a form gives, if it is one of a page here once a browser has made sense of it. */
export function ownPage(address: string | undefined): string | undefined {
  if (address === undefined || !address.startsWith('/')) return undefined
  const shown = redactStrangers(address)
  if (!URL.canParse(shown, BASE)) return undefined
  const { host, pathname, search, hash } = new URL(shown, BASE)
  return host === HOST && ownPath.test(pathname) ? pathname + search + hash : undefined
}

const HOST = 'sandbox'
const BASE = `http://${HOST}`
