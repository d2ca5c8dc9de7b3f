import * as z from 'zod'
import { transactionKinds, transactionStatuses } from '../../domain/transaction/transaction.ts'
import { SAVED_FORMAT } from '../../insight/run/saved-run.ts'
import { exercises } from '../../insight/run/tally.ts'
import { storyVerdicts } from '../../insight/stories/story-verdict.ts'
import { faultKinds } from '../../scenario/faults/table.ts'
import { operations } from '../../scenario/rule.ts'

const text = z.string()
const texts = z.array(text)
const number = z.number()
const numbers = z.record(text, number)
/** What a `Date` can hold. */
const instant = number.min(-8.64e15).max(8.64e15)
const maybe = { text: text.optional(), number: number.optional() }

const place = z.looseObject({
  world: text,
  chapter: text,
  chapterNumber: z.int(),
  hasLabel: z.boolean(),
})

const tally = z.looseObject({
  requests: number,
  own: number,
  waiting: number,
  undecided: number,
  beginsAtRestart: z.boolean(),
  span: z.looseObject({ at: instant, from: instant, to: instant }).optional(),
  counts: z.looseObject(Object.fromEntries(exercises.map((name) => [name, number]))),
  calls: numbers,
  faults: numbers,
  lost: numbers,
  covered: texts,
  rules: texts,
  found: numbers,
  stories: z.looseObject({
    payments: number,
    returned: number,
    charged: numbers,
    verdicts: numbers,
  }),
})

const status = z.enum(transactionStatuses)

const facts = z.looseObject({
  requested: z
    .looseObject({
      reference: text,
      amount: maybe.number,
      currency: maybe.text,
      target: maybe.number,
    })
    .optional(),
  made: z
    .looseObject({
      audit: number,
      kind: z.enum(transactionKinds),
      status,
      responseCode: text,
      responseMessage: maybe.text,
      reason: maybe.text,
      amount: number,
      total: number,
      currency: text,
      rail: z.enum(['card', 'direct_debit']),
      expiry: maybe.text,
      expiresAt: instant.optional(),
    })
    .optional(),
  shown: z.looseObject({ audit: number, status }).nullish(),
  about: z.looseObject({ audit: maybe.number, correlationKey: maybe.text }).optional(),
  refusals: texts.optional(),
  cardNumberIn: texts.optional(),
  vault: texts.optional(),
  next: maybe.text,
  waitedMs: number,
})

const exchange = z.looseObject({
  id: z.int(),
  at: instant,
  realAt: instant,
  arrived: number,
  answered: number,
  operation: z.enum(operations).optional(),
  merchant: maybe.number,
  request: z.looseObject({
    method: text,
    path: text,
    query: z.record(text, z.unknown()),
    correlationId: maybe.text,
    correlationKey: maybe.text,
    origin: maybe.text,
    unknownMembers: texts,
    headers: maybe.text,
  }),
  answer: z.looseObject({
    status: maybe.number,
    body: maybe.text,
    headers: maybe.text,
    undelivered: z.looseObject({ status: number, body: maybe.text }).optional(),
  }),
  rules: texts,
  fault: z.looseObject({ at: z.enum(['before', 'after']), kind: z.enum(faultKinds) }).optional(),
  audit: maybe.number,
  outcome: maybe.text,
  card: maybe.text,
  user: maybe.text,
  durationMs: number,
  sender: z.literal('dashboard').optional(),
  facts,
})

const steps = z.array(
  z.looseObject({
    at: z.iso.datetime(),
    request: maybe.number,
    audit: maybe.number,
    status: maybe.text,
    kind: text,
    correlation_id: maybe.text,
    result: text,
    text,
    paid: maybe.number,
  }),
)

const story = z.looseObject({
  id: text,
  world: text,
  chapter: text,
  chapterNumber: z.int(),
  merchant: number.nullable(),
  reference: text,
  decline: text.nullable(),
  verdict: z.enum(storyVerdicts),
  rail: z.enum(['card', 'debit']).nullable(),
  returned: z.boolean(),
  charged: number,
  refunded: number,
  doubled: z
    .looseObject({ what: z.enum(['charged', 'held', 'refunded']), times: number })
    .nullable(),
  amount: number,
  currency: text,
  steps,
  paidWith: texts,
  dropped_steps: number,
  exchanges: z.array(exchange),
})

const finding = z.looseObject({
  world: text,
  chapter: text,
  chapterNumber: z.int(),
  labelled: z.boolean(),
  id: text,
  code: text,
  severity: z.enum(['error', 'warning', 'note']),
  subject: text,
  message: text,
  advice: text,
  story: text.nullable(),
  at: z.iso.datetime().nullable(),
  steps,
  times: number,
  requests: z.array(number),
  evidence: z.array(exchange),
})

const header = z.looseObject({
  record: z.literal('saved'),
  format: z.literal(SAVED_FORMAT, 'it was saved by another version of Sandgate'),
  version: text,
  saved_at: z.iso.datetime(),
  judged: z.boolean(),
  possible: texts,
})

const named = z.looseObject({ name: text, rules: texts, isFile: z.boolean() })

/** What reading a line and showing it need: the sandbox wrote it, but a person may have edited it. */
export const savedLine = z.discriminatedUnion('record', [
  header,
  z.looseObject({ record: z.literal('world'), name: text, state: z.looseObject({}) }),
  z.looseObject({ record: z.literal('exchange'), world: text, exchange }),
  z.looseObject({ record: z.literal('run'), named: z.array(named) }),
  z.looseObject({ record: z.literal('open'), place, tally }),
  z.looseObject({
    record: z.literal('names'),
    labelled: z.array(place),
    removed: number,
  }),
  z.looseObject({ record: z.literal('ended'), world: text.nullable(), chapters: number, tally }),
  z.looseObject({ record: z.literal('test'), place, tally }),
  z.looseObject({ record: z.literal('story'), story, findings: z.array(finding) }),
  z.looseObject({ record: z.literal('finding'), finding }),
  z.looseObject({ record: z.literal('end') }),
])
