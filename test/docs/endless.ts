import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Ended, Place } from '../support/run-program.ts'

/** A command that goes on until it is stopped. */
export interface Endless {
  /** The first that it said on stdout. */
  readonly heard: string
  stop(): Promise<Ended>
}

/** Starts a command, and waits until it says something. */
export async function startEndless(command: string, { cwd, env }: Place): Promise<Endless> {
  const child = spawn('sh', ['-c', `exec ${command}`], { cwd, env })
  const printed = { stdout: '', stderr: '' }
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    printed.stderr += chunk
  })
  const heard = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed.stdout += chunk
      resolve(chunk)
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`'${command}' said nothing: ${printed.stderr}`)))
  })
  const stop = async () => ({ code: await endOf(child), ...printed })
  return { heard, stop }
}

async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    await closed
  }
  return child.exitCode
}
