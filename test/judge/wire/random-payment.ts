import fc from 'fast-check'

/** What happens to a call on the wire. */
const wireTrouble = fc.constantFrom(
  {},
  { fault: { at: 'before', http: 503 } },
  { fault: { at: 'after', http: 500 } },
  { fault: { at: 'before', http: 409, body: 'json' } },
  { fault: { at: 'after', http: 409, body: 'json' } },
  { fault: { at: 'before', http: 429, body: 'json' } },
  { fault: { at: 'before', reset: true } },
  { fault: { at: 'after', reset: true } },
  { fault: { at: 'after', truncate: true } },
  { fault: { at: 'before', truncate: true } },
  { fault: { at: 'after', garbage: true } },
  { fault: { at: 'before', hang: true } },
  { fault: { at: 'after', hang: true } },
  { delay: '10ms' },
  { delay: '600ms' },
)

/** The same, or what a bank says to a card. */
const trouble = fc.oneof(
  wireTrouble,
  fc.constantFrom(
    { status: 'declined', response_code: '51' },
    { status: 'declined', fault: { at: 'after', http: 502 } },
    { status: 'unknown', resolves: { after: '1h', status: 'approved' } },
    {
      status: 'unknown',
      resolves: { after: '1h', status: 'declined' },
      fault: { at: 'after', reset: true },
    },
  ),
)

const lookTrouble = fc.constantFrom(
  {},
  {},
  { fault: { at: 'before', http: 503 } },
  { fault: { at: 'after', reset: true } },
  { fault: { at: 'after', garbage: true } },
)

const world = fc.constantFrom('default', 'left', 'right')

const common = {
  world,
  looks: fc.array(lookTrouble, { maxLength: 4 }),
  /** What becomes of it afterwards, and what happens to those calls. */
  after: fc.constantFrom('nothing', 'refund', 'completion', 'void'),
  afterCalls: fc.array(wireTrouble, { maxLength: 3 }),
  /** Whether it sends a lost request once more with the same correlation id before it asks. */
  resends: fc.boolean(),
}

/** A payment, and what happens to each of its calls in turn; after these, all is well. */
const payment = fc.oneof(
  fc.record({
    ...common,
    kind: fc.constantFrom('purchase', 'preauthorisation', 'standalone_refund'),
    calls: fc.array(trouble, { maxLength: 4 }),
  }),
  fc.record({
    ...common,
    kind: fc.constant('debit'),
    calls: fc.array(wireTrouble, { maxLength: 4 }),
  }),
)

/** Payments side by side, time that passes, what is done with them, and how it ends. */
export const randomTest = fc.record({
  payments: fc.array(payment, { minLength: 1, maxLength: 4 }),
  pause: fc.constantFrom('2h', '4 banking days'),
  ending: fc.constantFrom('nothing', 'reset', 'import', 'snapshot', 'removal'),
})

export type Payment = typeof payment extends fc.Arbitrary<infer T> ? T : never
export type RandomTest = typeof randomTest extends fc.Arbitrary<infer T> ? T : never
