import type { Swept } from '../../judge/sweep/document/sweep-schema.ts'
import { sweepBlocks } from '../../judge/sweep/shown/sweep-blocks.ts'
import { blocksMarkdown } from '../report/markdown.ts'

/** A sweep for pull requests and job summaries. */
export function sweepMarkdown(swept: Swept): string {
  return `${blocksMarkdown(sweepBlocks(swept))}\n`
}
