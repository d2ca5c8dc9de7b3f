import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { sweepDocument } from '../../insight/sweep/formats/document.ts'
import { sweepHtml } from '../../insight/sweep/formats/html.ts'
import { sweepJunit } from '../../insight/sweep/formats/junit.ts'
import { sweepMarkdown } from '../../insight/sweep/formats/markdown.ts'
import type { Swept } from '../../insight/sweep/swept.ts'
import { sweepText } from './sweep-text.ts'

const formats: Readonly<Record<string, (swept: Swept) => string>> = {
  '.json': (swept) => `${JSON.stringify(sweepDocument(swept), undefined, 2)}\n`,
  '.xml': sweepJunit,
  '.md': sweepMarkdown,
  '.html': sweepHtml,
}

/** Writes a sweep in the format that the file's name ends with. */
export async function writeSweepReport(file: string, swept: Swept): Promise<void> {
  const format = formats[extname(file).toLowerCase()] ?? plainText
  await writeFile(file, format(swept))
}

function plainText(swept: Swept): string {
  return `${sweepText(swept, { width: undefined, style: (_tone, text) => text })}\n`
}
