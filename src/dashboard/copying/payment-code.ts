import { sendable } from '../../base/text/copied-request.ts'
import type { RequestResponse } from '../../control/contract/calls/requests.ts'
import type { PaymentDocument as JudgedPayment } from '../../judge/payments/payment-document.ts'
import { type BadEnd, isBadEnd } from '../../judge/payments/payment-verdict.ts'
import { changesOf, isGivenUp, isMaking, paymentRules } from './payment-rules.ts'

/** A vitest file that lets the same happen again, and expects what should come of it. */
export function paymentTest(payment: JudgedPayment, requests: readonly RequestResponse[]): string {
  const rules = paymentRules(payment, requests).map(
    (rule) => `  await sandbox.scenarios.rule(${indented(rule, 2)})`,
  )
  return `import { startSandbox } from 'sandgate'
import { expect, test } from 'vitest'

test(${JSON.stringify(titleOf(payment))}, async () => {
  await using sandbox = await startSandbox()
${[...rules, ''].join('\n')}
  // What the client did. Let your own client make the payment in place of these calls.
${happenings(payment, requests).join('\n')}

  const payments = await sandbox.payments()
  ${expectation(payment)}
})
`
}

function titleOf(payment: JudgedPayment): string {
  const { reference, verdict } = payment
  const ends = verdict === 'paid' ? 'is charged once' : `ends as ${verdict}`
  return `the payment ${reference} ${isFault(payment) && isBadEnd(verdict) ? faults[verdict] : ends}`
}

/** What a fixed client does. */
const faults: Readonly<Record<BadEnd, string>> = {
  'double-charge': 'is charged once',
  'double-refund': 'is refunded once',
  unresolved: 'is looked up after a lost response',
  'lost-sale': 'is tried again',
}

/** No client can know what the bank has yet to decide. */
function isFault({ verdict, steps }: JudgedPayment): boolean {
  const isUndecided = verdict === 'unresolved' && steps.some(({ status }) => status === 'unknown')
  return isBadEnd(verdict) && !isUndecided
}

/** What the payment shows; a fault of the client must not be shown again. */
function expectation(payment: JudgedPayment): string {
  const { verdict } = payment
  const shown = 'expect(payments.map(({ verdict }) => verdict))'
  return `${shown}${isFault(payment) ? `.not.toContain('${verdict}')` : `.toEqual(['${verdict}'])`}`
}

/** The calls in their order, and between them what happened by itself, which comes with the clock. */
function happenings(
  payment: JudgedPayment,
  requests: readonly RequestResponse[],
): readonly string[] {
  const changes = new Set(requests.flatMap((request) => changesOf(payment, request)))
  const calls = callsOf(requests)
  return payment.steps.flatMap((step) => {
    if (changes.has(step)) return ["  await sandbox.clock.advance('next')"]
    const call = step.request === undefined ? undefined : calls.get(step.request)
    if (step.request === undefined || call === undefined) return []
    // A request can have more than one step, and was made once.
    calls.delete(step.request)
    return [call]
  })
}

/** Each request as a call, by its id. */
function callsOf(requests: readonly RequestResponse[]): Map<number, string> {
  const named = namedAudits(requests)
  const known: NamedAudit[] = []
  return new Map(
    requests.map((request) => {
      const call = `  await fetch(sandbox.api + ${addressOf(request, known)}${optionsOf(request)}).catch(() => undefined)`
      const made = named.find(({ maker }) => maker === request.id)
      if (made === undefined) return [request.id, call]
      known.push(made)
      const auditLine = `const ${made.name} = (await sandbox.transactions({ limit: 1 }))[0]?.audit`
      return [request.id, `${call}\n  ${auditLine}`]
    }),
  )
}

/** An audit that a later call names. Another sandbox gives the transaction another one. */
interface NamedAudit {
  readonly audit: number
  /** The variable that holds it. */
  readonly name: string
  /** The id of the request that made the transaction. */
  readonly maker: number
}

function namedAudits(requests: readonly RequestResponse[]): readonly NamedAudit[] {
  const paths = new Set(requests.flatMap(({ request }) => request.path.split('/')))
  return requests
    .filter((one) => isMaking(one) && paths.has(String(one.audit)))
    .map(({ id, audit }, i) => {
      return { audit: Number(audit), name: `audit${i === 0 ? '' : i + 1}`, maker: id }
    })
}

/** An address as code: text, or a template with the variables of the audits in it. */
function addressOf({ request }: RequestResponse, known: readonly NamedAudit[]): string {
  const search = new URLSearchParams(request.query).toString()
  const address = request.path.replace(/^\/v1/, '') + (search === '' ? '' : `?${search}`)
  const code = address
    .replaceAll(/[\\`$]/g, '\\$&')
    .split('/')
    .map((part) => {
      const found = known.find(({ audit }) => String(audit) === part)
      return found === undefined ? part : `\${${found.name}}`
    })
  return code.join('/').includes('${') ? `\`${code.join('/')}\`` : JSON.stringify(address)
}

function optionsOf(entry: RequestResponse): string {
  const { method, body, correlation_id: id } = entry.request
  const headers = {
    ...(body !== null && { 'Content-Type': 'application/json' }),
    ...(id !== null && { 'X-Correlation-Id': id }),
  }
  const options = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${indented(headers, 4)}`]),
    ...(body === null ? [] : [`body: JSON.stringify(${indented(sendable(body), 4)})`]),
    ...(isGivenUp(entry) ? ['signal: AbortSignal.timeout(1000)'] : []),
  ]
  return options.length === 0 ? '' : `, {\n    ${options.join(',\n    ')},\n  }`
}

/** A literal over several lines, indented. */
function indented(value: unknown, by: number): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${' '.repeat(by)}`)
}
