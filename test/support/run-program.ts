import { spawn } from 'node:child_process'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Place {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

/** Runs a program to its end, and ends what it has left running. */
export function runProgram(
  [program = '', ...args]: readonly string[],
  { cwd, env = process.env }: Place,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that what it started in the background can be ended with it.
    const child = spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const printed = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed.stdout += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      printed.stderr += chunk
    })
    child.once('error', reject)
    child.once('exit', () => endGroup(child.pid))
    child.once('close', (code) => resolve({ code, ...printed }))
  })
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (cause) {
    // Nothing of the group is left; a Mac then speaks of permission.
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code !== 'ESRCH' && code !== 'EPERM') throw cause
  }
}
