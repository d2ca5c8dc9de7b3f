interface Counted {
  readonly hits: number
  readonly times: number | null
  readonly per: string | null
}

/** `2 of 3`, where a rule holds only so often; counted separately, all hits have no common limit. */
export function hitsText({ hits, times, per }: Counted): string {
  return times === null || per !== null ? String(hits) : `${hits} of ${times}`
}

/** Whether it has done all that it was to do. */
export function isSpent({ hits, times, per }: Counted): boolean {
  return times !== null && per === null && hits >= times
}
