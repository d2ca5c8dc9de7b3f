import { maskCardNumbers } from '../domain/card/card-number-in-text.ts'
import { problem } from '../domain/problem.ts'

/** Names by which this server may be called; any other is a page that rebound its own name to us. */
export type KnownHosts = ReadonlySet<string>

export function knownHosts(host: string, publicUrl: string | undefined): KnownHosts {
  const names = ['127.0.0.1', 'localhost', '[::1]', bracketed(host)]
  if (publicUrl !== undefined) names.push(new URL(publicUrl).hostname)
  return new Set(names.map((name) => name.toLowerCase()))
}

export function refuseUnknownHost(hosts: KnownHosts, header: string | undefined): void {
  // Most calls name the host in full, as the address that a start prints does.
  if (header !== undefined && hosts.has(header.slice(0, header.lastIndexOf(':')))) return
  const name = hostName(header ?? '')
  if (hosts.has(name)) return
  const message = `This sandbox does not serve the host ${maskCardNumbers(name.slice(0, 100))}`
  throw problem('forbidden_host', message, ['header', 'Host'])
}

/** `Example.com:4010` is `example.com`; `[::1]:4010` is `[::1]`. */
export function hostName(header: string): string {
  return header.replace(/:\d*$/, '').toLowerCase()
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
