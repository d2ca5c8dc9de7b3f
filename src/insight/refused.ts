import type { Exchange } from './exchange.ts'

/** Whether this is one of the reasons for which a call was refused. */
export function isRefusedFor({ facts }: Exchange, reason: string): boolean {
  return facts.refusals?.includes(reason) ?? false
}

/** `422 invalid_pan` */
export function refusalText({ answer, facts }: Exchange): string {
  const [reason] = facts.refusals ?? []
  return reason === undefined ? `${answer.status}` : `${answer.status} ${reason}`
}
