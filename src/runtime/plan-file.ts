import * as z from 'zod'
import goLiveAu from '../../plans/go-live-au.yaml'
import { complaintText, excerpt } from '../base/documents/complaint.ts'
import { parseWith } from '../base/documents/schema-complaints.ts'
import { readYamlDocument } from '../base/documents/yaml-document.ts'
import { didYouMean } from '../base/text/nearest-word.ts'
import { coverageCases, type PlanEntry } from '../judge/coverage/coverage.ts'
import { readNamed, unreadable } from './named-file.ts'
import { StartError } from './start-error.ts'

const shipped: Readonly<Record<string, unknown>> = { 'go-live-au': goLiveAu }

const caseNames: readonly string[] = coverageCases.map(({ name }) => name)

const planSchema = z
  .array(
    z.strictObject({
      case: z.string().refine((name) => caseNames.includes(name), {
        error: ({ input }) =>
          `unknown coverage case '${excerpt(String(input), 60)}'${didYouMean(String(input), caseNames) || "; 'npx sandgate coverage' lists them"}`,
      }),
      why: z.string().min(1).exactOptional(),
      not_applicable: z
        .string({ error: 'expected the reason why it does not apply, such as "no direct debits"' })
        .min(1)
        .exactOptional(),
    }),
  )
  .min(1)
  .superRefine((plan, context) => {
    plan.forEach((one, index) => {
      if (plan.findIndex((other) => other.case === one.case) === index) return
      const message = `the case ${one.case} is in this plan twice; leave one of them out`
      context.addIssue({ code: 'custom', path: [index, 'case'], message })
    })
  })

type PlanFile = z.output<typeof planSchema>

/** Reads the cases a project must cover, from a shipped plan or a file. */
export async function readPlan(entry: string): Promise<readonly PlanEntry[]> {
  if (Object.hasOwn(shipped, entry)) return entriesOf(builtInPlan(entry))
  const text = await readNamed(entry).catch((cause: unknown) => {
    const names = Object.keys(shipped).join(', ')
    throw unreadable('plan', entry, cause, `a plan is a file or a built-in one: ${names}`)
  })
  const { value, complaints } = await readYamlDocument(text, entry, planSchema)
  if (value === undefined) throw new StartError(complaints.map(complaintText).join('\n'), true)
  return entriesOf(value)
}

function builtInPlan(name: string): PlanFile {
  const parsed = parseWith(planSchema, shipped[name])
  if ('data' in parsed) return parsed.data
  throw new Error(`The built-in plan ${name} is broken: ${parsed.faults[0]?.message}`)
}

function entriesOf(plan: PlanFile): readonly PlanEntry[] {
  return plan.map((one) => ({
    name: one.case,
    why: one.why,
    notApplicable: one.not_applicable,
  }))
}
