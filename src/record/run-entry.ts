import * as z from 'zod'
import type { ValueOf } from '../base/value-of.ts'
import { worldNamePattern } from '../domain/world-name.ts'
import { exchangeSchema, movedSchema } from './exchange-schema.ts'

export const worldInRun = z.string().regex(worldNamePattern, 'Must be the name of a world')
/** A smaller number happened earlier. */
const order = z.int().nonnegative()
/** Temporary rules that no request of a test matched. */
const unmatched = z.array(z.string())

/** What happened in a run, in order. Each entry is a line of a run file. */
export const runEntrySchemas = {
  exchange: z.object({
    record: z.literal('exchange'),
    world: worldInRun,
    exchange: exchangeSchema,
  }),
  /** A call was processed, and its answer is delayed: the call as if no answer came. */
  begun: z.object({ record: z.literal('begun'), world: worldInRun, exchange: exchangeSchema }),
  /** The client of a call whose answer is delayed disconnected; `arrived` says which call. */
  left: z.object({
    record: z.literal('left'),
    world: worldInRun,
    arrived: order,
    at: z.iso.datetime(),
  }),
  moved: z.object({ record: z.literal('moved'), world: worldInRun, moved: movedSchema }),
  /** The shop's books were compared with its payments; a judge knows what the result is. */
  books: z.object({ record: z.literal('books'), world: worldInRun, result: z.looseObject({}) }),
  /** A test begins, which ends the one before. */
  test: z.object({
    record: z.literal('test'),
    world: worldInRun,
    name: z.string().nullable(),
    /** Those of the test before. */
    unmatched,
    /** Whether a reset emptied the list of requests. */
    isReset: z.boolean(),
    /** Whether the world had payments already. */
    isStored: z.boolean(),
  }),
  /** A world was removed, or the sandbox stopped. */
  ended: z.object({ record: z.literal('ended'), world: worldInRun, unmatched }),
  /** The report was cleared, of one world or of all. */
  cleared: z.object({ record: z.literal('cleared'), world: worldInRun.nullable() }),
}

type Entry<Name extends keyof typeof runEntrySchemas> = ValueOf<(typeof runEntrySchemas)[Name]>

export type RunEntry = Entry<keyof typeof runEntrySchemas>

/** What happened in a test. */
export type TestEntry = Entry<'exchange' | 'begun' | 'left' | 'moved' | 'books'>
export type LeftEntry = Entry<'left'>
export type BeginEntry = Entry<'test'>
export type EndEntry = Entry<'ended'>
