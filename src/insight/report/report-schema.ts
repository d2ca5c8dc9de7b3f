import * as z from 'zod'
import { booksFindings } from '../books/books-findings.ts'
import { exercises } from '../run/tally.ts'

const counts = z.looseObject({ error: z.number(), warning: z.number(), note: z.number() })

const verdict = z.enum(['unsafe', 'safe', 'untested'])
const severity = z.enum(['error', 'warning', 'note'])
const instant = z.iso.datetime()

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

const step = z.looseObject({
  at: instant,
  kind: z.string(),
  result: z.string(),
  text: z.string(),
  request: z.number().optional(),
  audit: z.number().optional(),
  status: z.string().optional(),
  correlation_id: z.string().optional(),
  paid: z.number().optional(),
})

const bookSums = z.looseObject({
  paid: z.number(),
  refunded: z.number(),
  held: z.number(),
  pending: z.number(),
})

/** A comparison with books. */
export const reconciliationSchema = z.looseObject({
  orders: z.number(),
  agreeing: z.number(),
  dropped_findings: z.number(),
  undecided: z.array(z.string()),
  findings: z.array(
    z.looseObject({
      code: z.enum(booksFindings.map(({ code }) => code)),
      severity: z.enum(['error', 'warning']),
      reference: z.string(),
      order: z.string(),
      merchant: z.number().nullable(),
      currency: z.string(),
      books: bookSums.nullable(),
      gateway: bookSums,
      audits: z.array(z.number()),
      message: z.string(),
      advice: z.string(),
    }),
  ),
})

/** As much of a report as merging and showing need; people may have edited it. */
export const reportSchema = z.looseObject({
  verdict,
  headline: z.string(),
  caution: z.string().nullable(),
  begins_at_restart: z.string().nullable(),
  unmet_scenarios: z.array(z.looseObject({ name: z.string(), rules: z.number() })),
  refused_calls: z.number().optional(),
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
  excess: z.record(z.string(), z.number()),
  noted: z.record(z.string(), z.number()).optional(),
  findings: z.array(
    z.looseObject({
      id: z.string(),
      key: z.string(),
      code: z.string(),
      severity,
      subject: z.string(),
      message: z.string(),
      advice: z.string(),
      world: z.string(),
      chapter: z.string(),
      labelled: z.boolean(),
      story: z.string().nullable(),
      excess: z.looseObject({ cents: z.number(), currency: z.string() }).optional(),
      at: instant.nullable(),
      times: z.number(),
      steps: z.array(step),
      requests: z.array(z.number()),
      evidence: z.array(shownRequest),
    }),
  ),
  dropped_findings: z.number(),
  books: z.array(reconciliationSchema.extend({ world: z.string(), chapter: z.string() })),
  accepted: z.array(
    z.looseObject({ code: z.string(), severity, chapter: z.string(), because: z.string() }),
  ),
  unused_accepts: z.array(
    z.looseObject({ code: z.string(), test: z.string().optional(), because: z.string() }),
  ),
  coverage: z.looseObject({
    percent: z.number(),
    cases: z.array(
      z.looseObject({
        name: z.string(),
        group: z.string(),
        description: z.string(),
        provoke: z.string(),
        covered: z.boolean(),
        not_counted: z.string().nullable(),
        why: z.string().nullable(),
      }),
    ),
  }),
  operations: z.record(z.string(), z.looseObject({ requests: z.number(), lost: z.number() })),
  tests: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      labelled: z.boolean(),
      world: z.string(),
      ended: z.boolean(),
      verdict,
      counts,
      exercised: z.record(z.string(), z.number()),
      requests: z.number(),
      payments: z.number(),
      charged: z.record(z.string(), z.number()),
      double_charges: z.number(),
      double_refunds: z.number(),
      at: instant.nullable(),
      real_at: instant.nullable(),
      duration: z.number(),
    }),
  ),
})
