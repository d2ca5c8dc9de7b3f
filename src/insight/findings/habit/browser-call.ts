import type { CallFinding } from '../finding.ts'

export const browserCall = {
  code: 'browser-call',
  severity: 'error',
  one: 'call from a browser',
  many: 'calls from a browser',
  seen: 'The API was called from a web page: the request had an `Origin` header.',
  watch: () => (exchange) => {
    const { origin } = exchange.request
    if (origin === undefined) return undefined
    return {
      key: origin,
      subject: `page at ${origin}`,
      message: `A web page at ${origin} called the gateway itself, so your credentials and your customers' card numbers are in the browser.`,
      advice: 'Call the gateway from your backend only, and let the page call your backend.',
      exchanges: [exchange],
    }
  },
} as const satisfies CallFinding
