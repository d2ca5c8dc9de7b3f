import type { SimulatedDisk } from './simulated-disk.ts'

/** What is done to the disk from now on, in order. */
export function operationsOn(disk: SimulatedDisk): string[] {
  const done: string[] = []
  disk.before = (operation, path) => done.push(`${operation} ${path}`)
  return done
}
