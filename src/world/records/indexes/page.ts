/** A part of a longer list. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly hasMore: boolean
}
