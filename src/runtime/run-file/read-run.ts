import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type * as z from 'zod'
import { isPlainObject } from '../../domain/plain-object.ts'
import { refuseIrregular, unreadable } from '../named-file.ts'
import { StartError } from '../start-error.ts'
import {
  type CallRecord,
  type ControlRecord,
  type FindingsRecord,
  type RunHeader,
  runRecord,
} from './run-record.ts'

/** The content of a run file. */
export interface RunFile {
  readonly header: RunHeader
  /** In the order in which they ended. */
  readonly steps: readonly RunStep[]
  /** Undefined: the recording was cut short. */
  readonly findings: FindingsRecord['findings'] | undefined
}

export interface RunStep {
  readonly line: number
  readonly record: CallRecord | ControlRecord
}

/** Reads a recorded run and checks every line, since a person may have edited it. */
export async function readRun(file: string, text?: string): Promise<RunFile> {
  const steps: RunStep[] = []
  let header: RunHeader | undefined
  let findings: FindingsRecord['findings'] | undefined
  for await (const { line, value } of jsonLines(file, text)) {
    if (line === 1 && isSaved(value)) throw notRecorded(file)
    const record = parsedLine(runRecord, { file, line, value })
    if (line === 1 && record.record !== 'header') throw notARun(file, line, 'there is no header')
    if (record.record === 'header') header = record
    else if (record.record === 'findings') findings = record.findings
    else steps.push({ line, record })
  }
  if (header === undefined) throw notARun(file, 1, 'it is empty')
  return { header, steps, findings }
}

/** Whether the first line of a run file says that it was saved, not recorded. */
export function isSaved(header: unknown): boolean {
  return isPlainObject(header) && header.record === 'saved'
}

function notRecorded(file: string): StartError {
  const advice = `look at it with 'npx sandgate open', and record a run with --record to play it again`
  return new StartError(
    `${file} was saved from a dashboard and cannot be played again: ${advice}`,
    true,
  )
}

/** The lines of a run file, or of its text where that was read: a pipe can be read once. Only the last may be cut off, because the process was killed while writing it. */
export async function* jsonLines(
  file: string,
  text?: string,
): AsyncGenerator<{ readonly line: number; readonly value: unknown }> {
  let line = 0
  let half: number | undefined
  try {
    for await (const one of text === undefined ? linesOf(file) : text.trimEnd().split('\n')) {
      line += 1
      if (half !== undefined) throw notARun(file, half, 'it is not JSON')
      const value = jsonOf(one)
      if (value === undefined) half = line
      else yield { line, value }
    }
    if (half === 1) throw notARun(file, half, 'its header is cut off, or is not JSON')
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw unreadable('run file', file, cause, '--record writes one')
  }
}

function linesOf(file: string): AsyncIterable<string> {
  refuseIrregular(file)
  return createInterface({ input: createReadStream(file) })
}

/** A line of a run file, checked: a person may have edited it. */
export function parsedLine<Line>(
  schema: z.ZodType<Line>,
  { file, line, value }: { readonly file: string; readonly line: number; readonly value: unknown },
): Line {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue?.path.join('.') ?? ''
  const isRecord = where !== '' && where !== 'record'
  const reason = isRecord ? `${where}: ${issue?.message}` : 'it is not a record of a run'
  throw notARun(file, line, reason)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function notARun(file: string, line: number, reason: string): StartError {
  const advice =
    "a run file comes from 'npx sandgate start' or 'exec' with --record, or from Save run"
  return new StartError(`${file}:${line} is not part of a run file: ${reason}; ${advice}`, true)
}

/** The first place where two values differ, and both values there. */
interface Difference {
  /** `status.acquirer.response_code`; empty for the whole value. */
  readonly path: string
  readonly recorded: unknown
  readonly replayed: unknown
}

/** A step whose replay gave another answer. */
export interface StepDifference extends Difference {
  readonly step: RunStep
}

/** The first difference between two JSON values, if any. */
export function firstDifference(
  recorded: unknown,
  replayed: unknown,
  path: readonly string[] = [],
): Difference | undefined {
  if (Object.is(recorded, replayed)) return undefined
  if (!hasMembers(recorded) || !hasMembers(replayed) || isList(recorded) !== isList(replayed)) {
    return { path: path.join('.'), recorded, replayed }
  }
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
    const found = firstDifference(recorded[key], replayed[key], [...path, key])
    if (found !== undefined) return found
  }
  return undefined
}

function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return isPlainObject(value) || Array.isArray(value)
}

function isList(value: unknown): boolean {
  return Array.isArray(value)
}
