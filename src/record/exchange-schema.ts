import * as z from 'zod'
import { cardTypes } from '../base/redaction/card-number.ts'
import type { Redacted, RedactedValue } from '../base/redaction/redacted.ts'
import { transactionKinds, transactionStatuses } from '../domain/transaction/kinds-and-statuses.ts'
import { allLayerNames } from '../scenario/matching/layers.ts'
import { operations } from '../scenario/operations.ts'
import { recordedFaultSchema } from '../scenario/reading/schema/fault-schema.ts'

// The casts are safe: only redacted exchanges are written to files.
const redacted = z.string() as unknown as z.ZodType<Redacted>
const redactedValue = z.unknown() as unknown as z.ZodType<RedactedValue>

/** What a `Date` can hold. */
export const instantSchema = z.number().min(-8.64e15).max(8.64e15)
const status = z.enum(transactionStatuses)
const text = z.string()
const number = z.number()

const asked = z
  .object({
    /** The reference of the order or customer. */
    reference: redacted.optional(),
    /** The name of a customer or token that was to be stored. */
    name: redacted.optional(),
    /** Cents; undefined for a void. */
    amount: number.optional(),
    currency: redacted.optional(),
    /** The masked number of the card or account that was to pay, or to be stored. */
    account: redacted.optional(),
    method: z.enum(['card', 'direct_debit']).optional(),
    /** The audit that a completion, refund or void acts on. */
    target: number.optional(),
    /** The audit that a lookup asks for. */
    audit: number.optional(),
    /** The correlation id that a search asks for. */
    correlationId: redacted.optional(),
    /** The key of that id. */
    correlationKey: redacted.optional(),
  })
  .readonly()

const made = z
  .object({
    audit: number,
    kind: z.enum(transactionKinds),
    status,
    gatewayStatusCode: number,
    responseCode: text,
    responseMessage: text.optional(),
    /** The rule that decided so, unless it takes the code from the request. */
    rule: text.optional(),
    /** What it takes the code from: `the amount's cents are 14`. */
    reason: text.optional(),
    amount: number,
    total: number,
    currency: text,
    method: z.enum(['card', 'direct_debit']),
    cardType: z.enum(cardTypes).optional(),
    /** Year and month. */
    expiry: text.optional(),
    /** Whether it was paid with a virtual PAN. */
    isByToken: z.boolean(),
    hasSurcharge: z.boolean(),
    /** When a hold expires. */
    expiresAt: instantSchema.optional(),
    /** Whether the answer had values that the API does not document. */
    isDrifting: z.boolean(),
  })
  .readonly()

const cardInText = z
  .object({
    /** The field: `transaction.reference`. */
    place: redacted,
    /** The fingerprint of the number. */
    card: text,
    /** Whether it is a published test number. */
    isPublished: z.boolean(),
  })
  .readonly()

const facts = z
  .object({
    made: made.optional(),
    /** The transaction that a lookup or search showed; null if it found none. */
    shown: z
      .object({
        audit: number,
        status,
        reference: redacted,
        amount: number,
        currency: text,
        responseCode: text.optional(),
        responseMessage: text.optional(),
        isDrifting: z.boolean(),
      })
      .readonly()
      .nullish(),
    /** Whether a rule hid what a lookup or search would have found. */
    isHidden: z.boolean().optional(),
    /** The reasons of a refusal. */
    refusals: z
      .array(
        z
          .object({
            code: text,
            /** The field of the body or the query that it is about. */
            field: redacted.exactOptional(),
          })
          .readonly(),
      )
      .readonly()
      .optional(),
    /** Equal for equal requests; only of refused requests and possible retries. */
    fingerprint: text.optional(),
    /** Numbers in free texts that look like those of cards. */
    cardNumberIn: z.array(cardInText).readonly().optional(),
    /** The masked number, if it is not a published test number. */
    foreignCard: text.optional(),
    /** Whether a card that was sent in full is stored in the vault. */
    isStoredCard: z.boolean().optional(),
    /** The URL of the next page that the answer offered. */
    next: text.optional(),
    vault: z
      .array(z.enum(['found-again', 'renewed', 'deactivated']))
      .readonly()
      .optional(),
    /** How long a refusal asked its client to wait (`Retry-After`). */
    retryAfterMs: number.optional(),
    /** How long the client waited for its answer, in real milliseconds. */
    waitedMs: number,
    /** Whether the client closed the connection before it had an answer. */
    hasLeft: z.boolean().optional(),
  })
  .readonly()

const request = z
  .object({
    method: text,
    path: redacted,
    query: z.record(text, redacted).readonly(),
    correlationId: redacted.optional(),
    correlationKey: redacted.optional(),
    origin: redacted.optional(),
    body: redactedValue.optional(),
    /** Members that the API does not have, by their path. */
    unknownFields: z.array(redacted).readonly(),
    /** One on each line, credentials hidden, without the correlation id. */
    headers: redacted.optional(),
  })
  .readonly()

const considered = z
  .object({
    decided: z
      .array(
        z
          .object({
            id: text,
            layers: z.array(z.enum(allLayerNames)).readonly(),
            next: text.exactOptional(),
          })
          .readonly(),
      )
      .readonly(),
    /** The rules that had no effect, and why. A file has the nearest ones only. */
    tried: z
      .array(z.object({ id: text, reason: text, failed: number, held: number }).readonly())
      .readonly(),
  })
  .readonly()

const response = z
  .object({
    /** Undefined if no complete answer was sent. */
    status: number.optional(),
    body: redacted.optional(),
    headers: redacted.optional(),
    /** The gateway's own answer, if the client did not get it. */
    lostResponse: z.object({ status: number, body: redacted.optional() }).readonly().optional(),
  })
  .readonly()

/** The JSON form of an exchange, as files hold it. */
export const exchangeSchema = z
  .object({
    /** Its number in the journal; 0 while it is under way. */
    id: z.int(),
    /** Sandbox time at which it arrived. */
    at: instantSchema,
    /** The same in real time, by which the pauses of a client are measured. */
    realAt: instantSchema,
    /** Its place in the order of all requests and answers, whatever the clocks say. */
    arrived: number,
    /** The same for when it was processed. */
    processed: number,
    /** The same for its answer, when it was handed over. */
    responded: number,
    operation: z.enum(operations).optional(),
    merchant: number.optional(),
    request,
    /** What it asked for, as far as it could be read; nobody reads the body again. */
    asked,
    response,
    /** The rules that applied, in checking order. */
    rules: z.array(text).readonly(),
    /** What the rules that were active made of it; undefined if it was refused before that. */
    considered: considered.optional(),
    fault: recordedFaultSchema.optional(),
    audit: number.optional(),
    outcome: text.optional(),
    /** The fingerprint of the card or bank account, equal for equal ones. */
    card: text.optional(),
    /** The user who called, if known. */
    user: text.optional(),
    durationMs: number,
    /** Set if the sandbox sent it itself: such calls are not judged. */
    sender: z.literal('dashboard').optional(),
    /** Why the sandbox itself failed, if it did: such calls are not judged. */
    failure: redacted.optional(),
    /** What findings and coverage need to know about it; it is not shown. */
    facts,
  })
  .readonly()

export type Exchange = z.infer<typeof exchangeSchema>

/** A transaction that changed its status without a request. */
export const movedSchema = z
  .object({
    at: instantSchema,
    audit: number,
    to: status,
    /** The bank's code and its words: `3 Account closed`. */
    bank: text.optional(),
    /** It moved because the delay of its answer was over. */
    isResponse: z.boolean(),
    /** A hold expired; its status stays the same. */
    isExpiry: z.boolean(),
  })
  .readonly()

export type Moved = z.infer<typeof movedSchema>
