/** The situations that a run put the client through. */
export const encounters = [
  'faults_before',
  'faults_after',
  'timeouts',
  'undecided',
  'pendings',
  'declines',
  'refusals',
  'lookups',
  'searches',
] as const

export type Encounter = (typeof encounters)[number]

/** Those after which a client does not know the outcome of its request, and has to find out. */
export const losses = ['faults_before', 'faults_after', 'timeouts', 'undecided'] as const

export type Loss = (typeof losses)[number]

export type Encountered = Readonly<Record<Encounter, number>>

/** How often the client could not know the result of a request. */
export function lossesIn(counts: Encountered): number {
  return losses.reduce((sum, name) => sum + counts[name], 0)
}
