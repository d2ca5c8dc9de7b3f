import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { isoUtc } from '../../domain/time/instant.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import { commandLine } from '../../insight/copied-request.ts'
import type { Settings } from '../../runtime/config/settings.ts'
import { version } from '../../runtime/version.ts'
import type { RunFact } from './report-format.ts'

/** How a run was made, for its report. */
export async function runFacts(
  settings: Pick<Settings, 'clock' | 'scenarios'> & { readonly seed: number },
  words: readonly string[],
  record: string | undefined,
): Promise<readonly RunFact[]> {
  const { seed, clock, scenarios } = settings
  const commit = await gitCommit()
  return [
    ['Date', dateFact(Date.now())],
    ['Version', version],
    ['Command', commandLine(words)],
    ['Scenarios', scenarios.join(', ')],
    ['Seed', String(seed)],
    ['Clock', clock === undefined ? 'real time' : isoUtc(clock)],
    ...(commit === undefined ? [] : [['Commit', commit] as const]),
    ...(record === undefined ? [] : [['Run file', await sumOf(record)] as const]),
  ]
}

/** `2026-11-16 21:11:45 in Sydney` */
export function dateFact(now: number): string {
  return `${sydneyIso(now, 'seconds').slice(0, 19).replace('T', ' ')} in Sydney`
}

/** The checksum of the closed run file, which reveals later changes. */
async function sumOf(file: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(file), sum)
  return `${file}, SHA-256 ${sum.digest('hex')}`
}

/** The commit of the working folder; undefined if it is not in a git repository. */
function gitCommit(): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('git', ['rev-parse', 'HEAD'], { timeout: 5000 }, (failure, stdout) => {
      resolve(failure === null ? stdout.trim() : undefined)
    })
  })
}
