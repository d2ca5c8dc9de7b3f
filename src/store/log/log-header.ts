import * as z from 'zod'

function headerSchema() {
  return z.object({
    // Before version 2, what is now the log was called the journal.
    format: z.enum(['sandgate-log', 'sandgate-journal']),
    version: z.int().min(1),
    generation: z.int().min(1),
    key: z.string().optional(),
  })
}

/** Which log a file is, and what its rows were made with: its first line. */
export interface LogHeader {
  readonly version: number
  readonly generation: number
  readonly key?: string | undefined
}

export function headerText({ version, generation, key }: LogHeader): string {
  return JSON.stringify({ format: 'sandgate-log', version, generation, key })
}

export function parseHeader(text: string): LogHeader | undefined {
  if (!text.startsWith('{')) return undefined
  return headerSchema().safeParse(JSON.parse(text)).data
}

/** The last line of a log that another one continues: without that one, something is missing. */
export function sealText(next: number): string {
  return JSON.stringify({ next })
}
