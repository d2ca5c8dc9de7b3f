import { relative, resolve } from 'node:path'
import { isScenarioFile } from '../scenarios/scenario-source.ts'

/** A config's path as the working folder has it: the shortest that is still a path. */
export function fromHere(folder: string, path: string): string {
  const whole = resolve(folder, path)
  const short = relative(process.cwd(), whole)
  return short.startsWith('..') || short === '' ? whole : short
}

/** An entry of a config's scenario list as the working folder has it. */
export function scenarioFromHere(folder: string, entry: string): string {
  if (!isScenarioFile(entry)) return entry
  const short = fromHere(folder, entry)
  // Without its folder, a file of no known ending would look like a name.
  return isScenarioFile(short) ? short : resolve(folder, entry)
}
