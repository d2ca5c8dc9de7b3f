import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { median } from '../rounds.mjs'

/** What `exec` adds to a command that does nothing. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function exec(bench, report) {
  const cwd = await mkdtemp(path.join(bench.folder, 'exec-'))
  const nothing = ['-e', '1']
  const timed = (/** @type {readonly string[]} */ args) => timeOf(args, cwd)
  const around = [bench.program, 'exec', '--', process.execPath, ...nothing]
  /** @type {{ own: number[], exec: number[] }} */
  const times = { own: [], exec: [] }
  // The first keeps its bytecode, as any installation has it from the second start on.
  for (let run = -1; run < bench.pace.starts; run++) {
    const [own, whole] = [await timed(nothing), await timed(around)]
    if (run < 0) continue
    times.own.push(own)
    times.exec.push(whole)
  }
  const beyond = (median(times.exec) - median(times.own)) / 1000
  report.figure('exec, beyond its command', beyond, 's', times)
}

/** @param {readonly string[]} args @param {string} cwd @param {NodeJS.ProcessEnv} [env] */
export async function timeOf(args, cwd, env = process.env) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'ignore' })
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  return performance.now() - startedAt
}
