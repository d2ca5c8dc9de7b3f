/** A server may not answer because it speaks the other scheme: its address in that one. */
export async function otherScheme(url: string, failure: unknown): Promise<string | undefined> {
  const code = causeCode(failure)
  const [scheme = '', rest = ''] = url.split('://')
  if (scheme === 'https') return notTls.test(code) ? `http://${rest}` : undefined
  const secure = `https://${rest}`
  return hungUp.test(code) && (await speaksTls(secure)) ? secure : undefined
}

/** Whether a server answered, with a certificate that nobody here knows. */
export function isDistrust(failure: unknown): boolean {
  return /CERT|VERIFY|ALTNAME/.test(causeCode(failure))
}

const notTls = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/

/** What a client sees of a server that takes its request for a broken handshake. */
const hungUp = /^(?:UND_ERR_SOCKET|ECONNRESET|HPE_\w+)$/

/** It is on this machine, or as near as one that has hung up already. */
const SOON_MS = 1000

async function speaksTls(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(SOON_MS)
    const answer = await fetch(`${url}/_sandbox/health`, { method: 'HEAD', signal })
    return answer.headers.has('X-Sandbox-Version')
  } catch (failure) {
    return isDistrust(failure)
  }
}

function causeCode(failure: unknown): string {
  const cause = failure instanceof Error ? failure.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
