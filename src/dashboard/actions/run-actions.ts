import { readRunFile } from '../run-file/run-file.ts'
import { type Action, refusedBy } from './action.ts'

/** Shows a run file on the report page; nothing of this sandbox changes. */
export const openRun: Action = async (_visit, { file = '' }) => {
  const run = readRunFile(file)
  if (typeof run === 'string') return refusedBy(`This run file cannot be read. ${run}.`)
  return { notice: { kind: 'done', text: 'The run file is shown below.', run } }
}
