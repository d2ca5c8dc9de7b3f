import * as z from 'zod'
import { exercises } from '../run/tally.ts'

const counts = z.looseObject({ error: z.number(), warning: z.number(), note: z.number() })

const headers = z.record(z.string(), z.string())

/** A request as pages show it. */
const shownRequest = z.looseObject({
  id: z.number(),
  operation: z.string().nullable(),
  request: z.looseObject({
    method: z.string(),
    path: z.string(),
    query: z.looseObject({}),
    correlation_id: z.string().nullable(),
    unknown_members: z.array(z.string()),
    headers,
  }),
  answer: z.looseObject({
    status: z.number().nullable(),
    headers,
    undelivered: z.looseObject({ status: z.number() }).optional(),
  }),
  rules: z.array(z.string()),
  fault: z.looseObject({}).nullable(),
  duration: z.number(),
})

const bookSums = z.looseObject({
  paid: z.number(),
  refunded: z.number(),
  held: z.number(),
  pending: z.number(),
})

/** As much of a report as merging and showing need; people may have edited it. */
export const reportSchema = z.looseObject({
  verdict: z.enum(['unsafe', 'safe', 'untested']),
  headline: z.string(),
  unmet_scenarios: z.array(z.looseObject({ name: z.string() })),
  requests: z.number(),
  waiting: z.number(),
  undecided: z.number(),
  worlds: z.number(),
  chapters: z.number(),
  labels: z.array(z.string()),
  chapter_names: z.array(z.string()),
  exercised: z.looseObject(Object.fromEntries(exercises.map((name) => [name, z.number()]))),
  counts,
  found: z.record(z.string(), z.number()),
  findings: z.array(
    z.looseObject({
      id: z.string(),
      code: z.string(),
      severity: z.enum(['error', 'warning', 'note']),
      message: z.string(),
      chapter: z.string(),
      steps: z.array(z.looseObject({ text: z.string() })),
      evidence: z.array(shownRequest),
    }),
  ),
  dropped_findings: z.number(),
  books: z.array(
    z.looseObject({
      world: z.string(),
      chapter: z.string(),
      orders: z.number(),
      agreeing: z.number(),
      dropped_findings: z.number(),
      undecided: z.array(z.string()),
      findings: z.array(
        z.looseObject({
          code: z.string(),
          reference: z.string(),
          currency: z.string(),
          books: bookSums.nullable(),
          gateway: bookSums,
          audits: z.array(z.number()),
        }),
      ),
    }),
  ),
  accepted: z.array(z.looseObject({ code: z.string(), chapter: z.string(), because: z.string() })),
  unused_accepts: z.array(z.looseObject({ code: z.string(), because: z.string() })),
  coverage: z.looseObject({ cases: z.array(z.looseObject({ name: z.string() })) }),
  tests: z.array(z.looseObject({ id: z.string(), counts })),
})
