import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { jsonFaultText } from '../../base/documents/json-fault.ts'
import { memberOf } from '../../base/plain-object.ts'
import { type OwnRedaction, redactJson, redactStrangers } from '../../base/redaction/redacted.ts'
import { counted } from '../../base/text/counted.ts'
import type { ReportResponse } from '../../control/contract/calls/report.ts'
import type { RunEntry } from '../../record/run-entry.ts'
import { MOST_RUN, namedBytes, unreadable } from '../named-file.ts'
import { StartError } from '../start-error.ts'
import { ofRules } from './run-header.ts'
import { type RunHeader, runRecord } from './run-record.ts'

/** The content of a run file. */
export interface RunFile {
  readonly file: string
  readonly header: RunHeader
  readonly entries: readonly RunEntry[]
  /** The states of the worlds at the end, by name. */
  readonly states: ReadonlyMap<string, object>
  /** Undefined: the process was killed. */
  readonly end: { readonly at: string; readonly report: ReportResponse } | undefined
}

/** Reads a run file, and checks and redacts every line, since a person may have edited it. */
export async function readRun(file: string, text?: string): Promise<RunFile> {
  let header: RunHeader | undefined
  let end: RunFile['end']
  const entries: RunEntry[] = []
  const states = new Map<string, object>()
  for await (const { line, value } of jsonLines(file, text)) {
    const result = runRecord.safeParse(redactedRecord(value))
    if (!result.success) throw notARun(file, line, reasonIn(result.error.issues[0]))
    const { data } = result
    if (end !== undefined) throw notARun(file, line, 'it comes after the end of the run')
    if (data.record === 'end' && data.lines !== line - 1)
      throw otherLength(file, line - 1, data.lines)
    if ((line === 1) !== (data.record === 'run')) {
      throw notARun(file, line, line === 1 ? 'there is no header' : 'there is a second header')
    }
    if (data.record === 'run') header = data
    else if (data.record === 'state') states.set(data.world, data.state)
    else if (data.record === 'end') end = data
    else entries.push(data)
  }
  if (header === undefined) throw notARun(file, 1, 'it is empty')
  return { file, header, entries, states, end }
}

/** Our own words name test numbers. */
const ofRecords: OwnRedaction = { advice: publicNumbers, provoke: publicNumbers }

function publicNumbers(value: unknown): unknown {
  return typeof value === 'string' ? redactStrangers(value) : redactJson(value)
}

/** A report that people may have edited. */
export function redactedReport(value: unknown): unknown {
  return redactJson(value, ofRecords)
}

/** States are checked where they are imported. */
function redactedRecord(value: unknown): unknown {
  switch (memberOf(value, 'record')) {
    case 'state':
      return value
    case 'run':
      return redactJson(value, ofRules)
    default:
      return redactedReport(value)
  }
}

function reasonIn(
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): string {
  const where = issue?.path.join('.') ?? ''
  if (where === '' || where === 'record') return 'it is not a record of a run'
  return `${where}: ${issue?.message}`
}

/**
 * The lines of a run file, or of its text if that was read: a pipe can be read once. Only the last
 * may be cut off, because the process was killed while writing it.
 */
async function* jsonLines(
  file: string,
  text?: string,
): AsyncGenerator<{ readonly line: number; readonly value: unknown }> {
  let line = 0
  let half: string | undefined
  try {
    for await (const one of text === undefined
      ? createInterface({ input: Readable.from(namedBytes(file, { most: MOST_RUN })) })
      : text.trimEnd().split('\n')) {
      line += 1
      if (half !== undefined) throw brokenLine(file, line - 1, half)
      const value = jsonOf(one)
      if (value === undefined) half = one
      else yield { line, value }
    }
    if (half !== undefined && line === 1) throw brokenLine(file, line, half)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw unreadable('run file', file, cause, '--record writes one')
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Its report is of all lines, so it must not be shown beside a part of them. */
function otherLength(file: string, found: number, written: number): StartError {
  const [less, what] = [found < written, counted(Math.abs(written - found), 'line')]
  return new StartError(
    `${file} is not as it was recorded: ${less ? `${what} of ${written} missing` : `${what} more than the ${written} written`}; use the original file, or record the run again`,
    true,
  )
}

function brokenLine(file: string, line: number, text: string): StartError {
  return new StartError(`${jsonFaultText(file, text, line)}; ${WRITERS}`, true)
}

const WRITERS =
  "a run file comes from 'npx sandgate start' or 'exec' with --record, or from Save run"

function notARun(file: string, line: number, reason: string): StartError {
  return new StartError(`${file}:${line} is not part of a run file: ${reason}; ${WRITERS}`, true)
}
