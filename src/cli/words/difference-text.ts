import type { StepDifference } from '../../runtime/run-file/player.ts'

const LONGEST = 300

/** A difference between a run and its replay, in three lines. */
export function differenceText({ step, path, recorded, replayed }: StepDifference): string {
  const { record } = step
  const { method, path: address } = record.record === 'control' ? record : record.request
  return [
    `  ${method} ${address}`,
    `  recorded ${path}: ${valueText(recorded)}`,
    `  replayed ${path}: ${valueText(replayed)}`,
  ].join('\n')
}

function valueText(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, LONGEST)
}
