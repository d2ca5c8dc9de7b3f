interface Counted {
  readonly hits: number
  readonly times: number | null
  readonly per: string | null
}

/** `2 of 3`, where a rule holds only so often; counted separately, all hits have no common limit. */
export function hitsText({ hits, times, per }: Counted): string {
  return times === null || per !== null ? String(hits) : `${hits} of ${times}`
}
