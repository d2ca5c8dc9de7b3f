import { isUnsafe } from '../../insight/sweep/cell-result.ts'
import type { CellOutcome } from '../../insight/sweep/swept.ts'
import type { OutputStream } from '../io.ts'
import { progressBar } from '../terminal/progress-bar.ts'
import { progressLines } from '../terminal/progress-lines.ts'

/** How far a sweep has come, what it has found, and how long it will still take. */
export function sweepBar(stderr: OutputStream) {
  const bar = stderr.isTTY ? progressBar('Sweep', stderr) : progressLines('Sweep', stderr)
  let startedAt = 0
  return {
    clean: (nth: number) => bar.update(0, undefined, `clean run ${nth} of 2`),
    cells: (done: number, total: number, outcomes: readonly CellOutcome[]) => {
      if (done === 0) startedAt = performance.now()
      bar.update(done, total, note(done, total, outcomes, performance.now() - startedAt))
    },
    end: bar.end,
  }
}

function note(
  done: number,
  total: number,
  outcomes: readonly CellOutcome[],
  passedMs: number,
): string {
  const unsafe = outcomes.filter(({ result }) => result && isUnsafe(result, false)).length
  const left = done === 0 ? '' : `, ${timeLeft((passedMs / done) * (total - done))} left`
  return `${done} of ${total} cells, ${unsafe} unsafe${left}`
}

function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
