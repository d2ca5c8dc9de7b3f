/** Something that happens once, for which others wait. */
export interface Occasion {
  readonly happened: Promise<void>
  readonly happen: () => void
}

export function occasion(): Occasion {
  let resolve: (() => void) | undefined
  const happened = new Promise<void>((resolved) => {
    resolve = resolved
  })
  return { happened, happen: () => resolve?.() }
}
