import * as z from 'zod'

function headerSchema() {
  return z.object({
    format: z.literal('sandgate-journal'),
    version: z.int().min(1),
    generation: z.int().min(1),
  })
}

/** Which journal a file is: its first line. */
export type JournalHeader = Omit<z.infer<ReturnType<typeof headerSchema>>, 'format'>

export function headerText(header: JournalHeader): string {
  return JSON.stringify({ format: 'sandgate-journal', ...header })
}

export function parseHeader(text: string): JournalHeader | undefined {
  if (!text.startsWith('{')) return undefined
  return headerSchema().safeParse(JSON.parse(text)).data
}
