import { Run } from '../../src/judge/judge.ts'

/** A run that judges nothing, for worlds without a server. */
export function idleRun(now: () => number): Run {
  return new Run(
    {
      correlationCacheMs: 0,
      clientTimeoutMs: 0,
      paymentsKept: 1,
      findingsKept: 1,
      uniqueReferences: false,
      requestLimit: 100,
      isOff: true,
    },
    { now },
  )
}
