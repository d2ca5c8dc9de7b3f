import type { FindingDocument } from '../../insight/report/report-document.ts'

/** What a run file tells a reader; playing it again is for the command line. */
export interface OpenedRun {
  readonly header: RecordedHeader
  readonly calls: readonly RunCall[]
  readonly findings: readonly FindingDocument[]
  /** Whether it was ended properly: one that was killed has no findings. */
  readonly isWhole: boolean
}

interface RecordedHeader {
  readonly version?: string
  readonly started_at?: string
  readonly command?: string | null
  readonly seed?: number
  readonly clock?: string | null
}

export interface RunCall {
  readonly world: string
  readonly began_at: number
  readonly ended_at: number
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown }
  readonly answer: { readonly status: number | null; readonly body: unknown }
  readonly fault: string | null
}

type RecordedLine =
  | ({ readonly record: 'header' } & RecordedHeader)
  | ({ readonly record: 'call' } & RunCall)
  | { readonly record: 'control' | 'saved' }
  | { readonly record: 'findings'; readonly findings: readonly FindingDocument[] }

/** A run file's text as a value, or what is wrong with it. */
export function readRecordedRun(text: string): OpenedRun | string {
  const records: RecordedLine[] = []
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const record = recordIn(line)
    if (records[0]?.record === 'saved') break
    if (record === undefined) return `Line ${i + 1} is not a record of a run file`
    records.push(record)
  }
  const [header] = records
  if (header?.record === 'saved') return "It was saved, not recorded: 'npx sandgate open' shows it"
  if (header?.record !== 'header') return 'A run file begins with its header; this one does not'
  const end = records.findLast((record) => record.record === 'findings')
  return {
    header,
    calls: records.filter((record) => record.record === 'call'),
    findings: end?.findings ?? [],
    isWhole: end !== undefined,
  }
}

const kinds = ['header', 'call', 'control', 'findings', 'saved']

function recordIn(line: string): RecordedLine | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null || !('record' in value)) return undefined
    // Written by the sandbox itself; a reader shows what is there.
    return kinds.includes(String(value.record)) ? (value as RecordedLine) : undefined
  } catch {
    return undefined
  }
}
