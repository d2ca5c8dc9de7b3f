import { sweepBlocks } from '../../insight/sweep/sweep-blocks.ts'
import type { Swept } from '../../insight/sweep/sweep-schema.ts'
import { blocksMarkdown } from '../report/markdown.ts'

/** A sweep for pull requests and job summaries. */
export function sweepMarkdown(swept: Swept): string {
  return `${blocksMarkdown(sweepBlocks(swept))}\n`
}
