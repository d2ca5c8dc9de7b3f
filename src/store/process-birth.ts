import { readFile } from 'node:fs/promises'
import { errorCode } from './store-error.ts'

/**
 * When a process began, as the system counts it: process numbers are used again, a number together
 * with its birth is not. Undefined where the system does not say (only Linux does).
 */
export async function birthOf(pid: number): Promise<string | undefined> {
  try {
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ])
    // The name in brackets may hold anything; the start time is the 20th field behind it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return ticks === undefined ? undefined : `${boot.trim()}/${ticks}`
  } catch {
    return undefined
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there, and belongs to someone else.
    return errorCode(error) === 'EPERM'
  }
}
