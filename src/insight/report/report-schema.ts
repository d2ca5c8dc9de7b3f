import * as z from 'zod'
import { booksFindings } from '../books/books-findings.ts'
import { exercises } from '../run/tally.ts'

const numbers = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>

const strings = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Name, z.ZodString>

const counts = z.looseObject(numbers('error', 'warning', 'note'))

const verdict = z.enum(['unsafe', 'safe', 'untested'])
const severity = z.enum(['error', 'warning', 'note'])
const instant = z.iso.datetime()

const headers = z.record(z.string(), z.string())

/** A request as pages show it. */
const shownRequest = z.looseObject({
  id: z.number(),
  operation: z.string().nullable(),
  request: z.looseObject({
    ...strings('method', 'path'),
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
  ...strings('kind', 'result', 'text'),
  request: z.number().optional(),
  audit: z.number().optional(),
  status: z.string().optional(),
  correlation_id: z.string().optional(),
  paid: z.number().optional(),
})

const bookSums = z.looseObject(numbers('paid', 'refunded', 'held', 'pending'))

/** A comparison with books. */
export const reconciliationSchema = z.looseObject({
  ...numbers('orders', 'agreeing', 'dropped_findings'),
  undecided: z.array(z.string()),
  findings: z.array(
    z.looseObject({
      code: z.enum(booksFindings.map(({ code }) => code)),
      severity: z.enum(['error', 'warning', 'note']),
      ...strings('reference', 'order', 'currency', 'message', 'advice'),
      merchant: z.number().nullable(),
      books: bookSums.nullable(),
      gateway: bookSums,
      audits: z.array(z.number()),
      about: z.number().nullable(),
    }),
  ),
})

/** As much of a report as merging and showing need; people may have edited it. */
export const reportSchema = z.looseObject({
  verdict,
  headline: z.string(),
  caution: z.string().nullable(),
  incomplete: z.array(z.string()).optional(),
  begins_at_restart: z.string().nullable(),
  unmet_scenarios: z.array(z.looseObject({ name: z.string(), rules: z.number() })),
  refused_calls: z.number().optional(),
  deleted: z.looseObject({ requests: z.number(), counts }).optional(),
  ...numbers('requests', 'waiting', 'undecided', 'worlds', 'chapters', 'dropped_findings'),
  labels: z.array(z.string()),
  chapter_names: z.array(z.string()),
  exercised: z.looseObject(numbers(...exercises)),
  counts,
  found: z.record(z.string(), z.number()),
  excess: z.record(z.string(), z.number()),
  noted: z.record(z.string(), z.number()).optional(),
  findings: z.array(
    z.looseObject({
      ...strings('id', 'key', 'code', 'subject', 'message', 'advice', 'world', 'chapter'),
      severity,
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
  books: z.array(reconciliationSchema.extend({ world: z.string(), chapter: z.string() })),
  accepted: z.array(
    z.looseObject({
      ...strings('code', 'world', 'chapter', 'because'),
      severity,
      labelled: z.boolean(),
    }),
  ),
  unused_accepts: z.array(
    z.looseObject({ code: z.string(), test: z.string().optional(), because: z.string() }),
  ),
  coverage: z.looseObject({
    percent: z.number(),
    cases: z.array(
      z.looseObject({
        ...strings('name', 'group', 'description', 'provoke'),
        covered: z.boolean(),
        not_counted: z.string().nullable(),
        why: z.string().nullable(),
      }),
    ),
  }),
  operations: z.record(z.string(), z.looseObject({ requests: z.number(), lost: z.number() })),
  tests: z.array(
    z.looseObject({
      ...strings('id', 'name', 'world'),
      ...numbers('requests', 'payments', 'double_charges', 'double_refunds', 'duration'),
      labelled: z.boolean(),
      ended: z.boolean(),
      verdict,
      counts,
      exercised: z.record(z.string(), z.number()),
      charged: z.record(z.string(), z.number()),
      at: instant.nullable(),
      real_at: instant.nullable(),
    }),
  ),
})
