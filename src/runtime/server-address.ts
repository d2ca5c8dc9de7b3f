import { isIP } from 'node:net'

export const hostForm = 'an address or a name to listen on, such as 127.0.0.1'

export function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/.test(text)
}

/** Whether only this machine can call there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

export const publicUrlForm = 'an address such as https://sandbox.example'

/** What links begin with where a proxy stands in front. */
export function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && username + password + search + hash === ''
}
