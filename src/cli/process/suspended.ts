import { controlClient } from '../../control/client/control-client.ts'
import {
  ForeignServerError,
  NoSandboxError,
  UntrustedCertificateError,
} from '../../control/client/control-error.ts'
import type { SandboxHere } from '../../runtime/worlds/open-home.ts'

/** Milliseconds. A sandbox that does not respond within this is suspended or stuck. */
export const RESPONSE_MS = 8_000

/** Whether a server responds at the address in a lock. It gets no token: anyone may have written the lock. */
export async function responds(
  { localUrl }: SandboxHere,
  patience = RESPONSE_MS,
): Promise<boolean> {
  try {
    await controlClient({ url: localUrl, patience }).health()
    return true
  } catch (error) {
    return !isNoResponse(error)
  }
}

/** Whether an error means that nothing responded at all. */
export function isNoResponse(error: unknown): boolean {
  if (error instanceof ForeignServerError || error instanceof UntrustedCertificateError)
    return false
  return error instanceof NoSandboxError
}

export function suspendedText(data: string, { pid, localUrl }: SandboxHere): string {
  return `${data} is in use by process ${pid}, which does not respond at ${localUrl}; resume that process (kill -CONT ${pid}), or end it`
}
