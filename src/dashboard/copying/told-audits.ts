import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import { isMaking } from './later-moves.ts'

/** An audit that later calls name. Another sandbox gives the transaction another one. */
export interface ToldAudit {
  readonly audit: number
  /** The variable that holds it. */
  readonly name: string
  /** The id of the request whose answer tells it. */
  readonly source: number
  /** Where the answer has it, `.audit`; undefined: it was lost, and no later one told it. */
  readonly member: string | undefined
}

/** The audits that calls of a story name, each with the earlier request that told or made it. */
export function toldAudits(requests: readonly RequestAnswer[]): readonly ToldAudit[] {
  const found = new Map<number, Omit<ToldAudit, 'name'>>()
  for (const [i, request] of requests.entries()) {
    for (const audit of new Set(segmentsOf(request.request.path).map(Number))) {
      const source = found.get(audit) ?? sourceOf(audit, requests.slice(0, i))
      if (source !== undefined) found.set(audit, source)
    }
  }
  return [...found.values()].map((told, i) => ({ ...told, name: `audit${i === 0 ? '' : i + 1}` }))
}

/** An address as code: text, or a template with the variables of the audits in it. */
export function addressCode(path: string, search: string, audits: readonly ToldAudit[]): string {
  const end = search === '' ? '' : `?${search}`
  const parts = segmentsOf(path).map(
    (part) => audits.find(({ audit }) => String(audit) === part) ?? part,
  )
  if (parts.every((part) => typeof part === 'string')) return JSON.stringify(path + end)
  const texts = parts.map((part) => (typeof part === 'string' ? escaped(part) : `\${${part.name}}`))
  return `\`${texts.join('/')}${escaped(end)}\``
}

/** An answer that the client could read, else what made it. */
function sourceOf(
  audit: number,
  earlier: readonly RequestAnswer[],
): Omit<ToldAudit, 'name'> | undefined {
  for (const { id, answer } of earlier) {
    const member = answer.status === null ? undefined : memberWith(audit, answer.body)
    if (member !== undefined) return { audit, source: id, member }
  }
  const maker = earlier.find((one) => one.audit === audit && isMaking(one))
  return maker && { audit, source: maker.id, member: undefined }
}

interface Telling {
  readonly audit?: unknown
  readonly results?: readonly [{ readonly audit?: unknown }?]
}

function memberWith(audit: number, body: unknown): string | undefined {
  const { audit: own, results } = (body ?? {}) as Telling
  if (own === audit) return '.audit'
  return Array.isArray(results) && results[0]?.audit === audit ? '.results[0].audit' : undefined
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/')
}

/** Text that means itself in a template. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`$]/g, '\\$&')
}
