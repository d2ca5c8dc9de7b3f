const MOST_LISTED = 12

/** A value of an assumption as people write it. */
export function valueText(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  const more = value.length > MOST_LISTED ? ` and ${value.length - MOST_LISTED} more` : ''
  return value.slice(0, MOST_LISTED).join(', ') + more
}
