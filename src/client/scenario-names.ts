import type { ControlClient } from './control-client.ts'

/** The names of the scenarios in force, highest priority first. */
export async function scenarioNames(client: ControlClient): Promise<readonly string[]> {
  return (await client.scenarios()).scenarios.map(({ name }) => name)
}
