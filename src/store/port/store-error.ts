/** Anything wrong with stored data. The message is one line: the fact, then what to do. */
export class StoreError extends Error {
  override name = 'StoreError'
}
