import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import { sendable } from '../../insight/copied-request.ts'
import type { StoryDocument as Story } from '../../insight/stories/story-view.ts'
import { changesOf, isGivenUp, isMaking, storyRules } from './story-rules.ts'

/** A vitest file that lets the same happen again, and expects what should come of it. */
export function storyTest(story: Story, requests: readonly RequestAnswer[]): string {
  const rules = storyRules(story, requests).map(
    (rule) => `  await sandbox.scenarios.rule(${indented(rule, 2)})`,
  )
  return `import { startSandbox } from 'sandgate'
import { expect, test } from 'vitest'

test(${JSON.stringify(titleOf(story))}, async () => {
  await using sandbox = await startSandbox()
${[...rules, ''].join('\n')}
  // What the client did. Let your own client make the payment in place of these calls.
${happenings(story, requests).join('\n')}

  const stories = await sandbox.stories()
  ${expectation(story)}
})
`
}

function titleOf(story: Story): string {
  const { reference, verdict } = story
  const should = isFault(story) ? faults[verdict] : undefined
  return `the payment ${reference} ${should ?? (verdict === 'paid' ? 'is charged once' : `ends as ${verdict}`)}`
}

/** The verdicts that a client is to blame for, and what a mended one does. */
const faults: Partial<Record<Story['verdict'], string>> = {
  'double-charge': 'is charged once',
  'double-refund': 'is refunded once',
  unclear: 'is looked up after a lost answer',
  'lost-sale': 'is tried again',
}

/** No client can know what the bank has yet to decide. */
function isFault({ verdict, steps }: Story): boolean {
  const isUndecided = verdict === 'unclear' && steps.some(({ status }) => status === 'unknown')
  return faults[verdict] !== undefined && !isUndecided
}

/** What the story shows; where that is a fault of the client, that a mended one does not show it. */
function expectation(story: Story): string {
  const { verdict } = story
  const shown = 'expect(stories.map(({ verdict }) => verdict))'
  return isFault(story)
    ? `${shown}.not.toContain('${verdict}')`
    : `${shown}.toEqual(['${verdict}'])`
}

/** The calls in their order, and between them what happened by itself, which comes with the clock. */
function happenings(story: Story, requests: readonly RequestAnswer[]): readonly string[] {
  const changes = new Set(requests.flatMap((request) => changesOf(story, request)))
  const calls = callsOf(requests)
  return story.steps.flatMap((step) => {
    if (changes.has(step)) return ["  await sandbox.clock.advance('next')"]
    const call = step.request === undefined ? undefined : calls.get(step.request)
    if (step.request === undefined || call === undefined) return []
    // A request can be told in more than one step, and was made once.
    calls.delete(step.request)
    return [call]
  })
}

/** Each request as a call, by its id. */
function callsOf(requests: readonly RequestAnswer[]): Map<number, string> {
  const audits = toldAudits(requests)
  return new Map(
    requests.map((request, i) => {
      const earlier = requests.slice(0, i).map(({ id }) => id)
      const known = audits.filter(({ source }) => earlier.includes(source))
      const told = audits.find(({ source }) => source === request.id)
      return [request.id, callOf(request, known, told)]
    }),
  )
}

/** A call, and what of its answer the later ones need. */
function callOf(
  entry: RequestAnswer,
  known: readonly ToldAudit[],
  told: ToldAudit | undefined,
): string {
  const sent = `fetch(sandbox.api + ${addressOf(entry, known)}${optionsOf(entry)})`
  if (told?.member !== undefined) {
    return `  const ${told.name} = await ${sent}
    .then(async (answer) => JSON.parse(await answer.text())${told.member})
    .catch(() => undefined)`
  }
  const call = `  await ${sent}.catch(() => undefined)`
  return told === undefined
    ? call
    : `${call}
  // Its answer is lost: only the sandbox can tell what it made.
  const ${told.name} = (await sandbox.transactions({ limit: 1 }))[0]?.audit`
}

function addressOf({ request }: RequestAnswer, known: readonly ToldAudit[]): string {
  const search = new URLSearchParams(request.query).toString()
  return addressCode(request.path.replace(/^\/v1/, ''), search, known)
}

function optionsOf(entry: RequestAnswer): string {
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

/** A literal over several lines, as it stands so far in. */
function indented(value: unknown, by: number): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${' '.repeat(by)}`)
}

/** An audit that later calls name. Another sandbox gives the transaction another one. */
interface ToldAudit {
  readonly audit: number
  /** The variable that holds it. */
  readonly name: string
  /** The id of the request whose answer tells it. */
  readonly source: number
  /** Where the answer has it, `.audit`; undefined: it was lost, and no later one told it. */
  readonly member: string | undefined
}

/** The audits that calls of a story name, each with the earlier request that told or made it. */
function toldAudits(requests: readonly RequestAnswer[]): readonly ToldAudit[] {
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
function addressCode(path: string, search: string, audits: readonly ToldAudit[]): string {
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
