import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { commandText } from '../../base/text/command-text.ts'
import { StartError } from '../start-error.ts'

export const hostForm = 'an address or a name to listen on, such as 127.0.0.1'

export const allowHostForm = 'a host name or address without a port, such as sandbox.test'

/** Digits and dots alone must be an IP address; they are never a host name. */
export function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true
  return /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/.test(text) && /[^\d.]/.test(text)
}

/** Whether only this machine can reach the host, as an option or a URL writes it. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|::1|\[::1\]|127(?:\.\d{1,3}){3})$/.test(host)
}

export const publicUrlForm = 'an address such as https://sandbox.example'

/** An address that paths can be appended to: a public URL or the URL of a sandbox. */
export function isPublicUrl(text: string): boolean {
  // URL ignores a lone ? and surrounding spaces; an appended path would not.
  if (/[\s?#]/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username + password === ''
}

export const tokenForm = 'a string of ASCII characters without spaces, since a header carries it'

/** Whether a client can send the text as a bearer token. */
export function isToken(text: string): boolean {
  return /^[!-~]+$/.test(text)
}

/** `localhost:7263`, without a scheme. */
const hostAndPort = /^(?:[\w.-]+|\[[\da-f:]+\]):\d+(?:\/|$)/i

/** The address of a sandbox, also by that of its API or dashboard: without these, and with a scheme. */
export function sandboxUrl(text: string): string {
  const url = hostAndPort.test(text) ? `http://${text}` : text
  return url.replace(/\/+$/, '').replace(/\/(?:v1|_sandbox)$/, '')
}

/** `http://127.0.0.1:7263/w/blue` is the world `blue` of the sandbox at port 7263. */
export function worldInUrl(url: string): { readonly url: string; readonly world?: string } {
  const [, before, world] = /^(.*)\/w\/([a-z0-9-]{1,40})$/.exec(url) ?? []
  return before === undefined || world === undefined ? { url } : { url: before, world }
}

/** A host that can be called, even if the server listens on all addresses. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** The addresses by which other machines reach a server that listens on all of them. */
export function ownAddresses(host: string): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  return Object.values(networkInterfaces())
    .flatMap((all = []) => all)
    .filter(({ internal, family, scopeid }) => {
      if (internal || (scopeid ?? 0) > 0) return false
      return family === 'IPv4' || host === '::'
    })
    .map(({ address }) => address)
}

export function schemeFor({ tls }: { readonly tls: unknown }): 'http' | 'https' {
  return tls === undefined ? 'http' : 'https'
}

/** Explains why the server cannot listen. */
export function listenFailure(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  if (cause.code === 'EADDRINUSE') return new StartError(takenText(host, port))
  if (cause.code === 'EACCES') {
    return new StartError(
      `Port ${port} needs more permissions than this user has; pass a --port above 1023`,
    )
  }
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}; pass another --host`)
  }
  return cause
}

/** Does not call the port to find out who listens: another program may not expect a request. */
function takenText(host: string, port: number): string {
  const stop = commandText(['stop'], { url: `http://${hostInUrl(host)}:${port}` })
  return `Port ${port} is taken; pass another --port, or stop what listens there: '${stop}' if it is a sandbox`
}
