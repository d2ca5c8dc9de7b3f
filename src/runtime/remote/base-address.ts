import { StartError } from '../start-error.ts'

/** The base address of a gateway's API, without a slash at its end. */
export interface BaseAddress {
  readonly url: string
  /** Whether it is on this machine. */
  readonly isLoopback: boolean
  /** Whether anybody on the way can read what is sent. */
  readonly isPlain: boolean
}

/** Takes a text as a base address, `https://gateway.example/v1`. */
export function baseAddress(text: string): BaseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw refused('use the address of an API, such as https://gateway.example/v1')
  }
  // The address is shown and written down; credentials are not.
  if (url.username !== '' || url.password !== '') {
    throw refused('leave the user out of the address and pass --basic or --bearer')
  }
  if (url.search !== '' || url.hash !== '') throw refused('leave out the query and the fragment')
  return {
    url: url.origin + url.pathname.replace(/\/+$/, ''),
    isLoopback: isLoopbackName(url.hostname),
    isPlain: url.protocol === 'http:',
  }
}

function refused(advice: string): StartError {
  return new StartError(`Invalid --against: ${advice}`, true)
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name)
}
