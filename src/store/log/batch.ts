import type { Change, Image } from '../../world/records/medium.ts'

/** Commits that become safe together, or are undone together. */
export class Batch {
  readonly commits: (readonly Change[])[] = []
  readonly undos: (() => void)[] = []
  /** Given when the batch is not appended but puts all rows in place at once. */
  readonly image: Image | undefined
  #promise: Promise<void> | undefined
  #resolve: () => void = nobodyWaits
  #reject: (error: Error) => void = nobodyWaits

  constructor(image?: Image) {
    this.image = image
  }

  /** One promise for all who wait, made when the first one asks. */
  durable(): Promise<void> {
    this.#promise ??= new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    return this.#promise
  }

  settle(): void {
    this.#resolve()
  }

  fail(error: Error): void {
    this.#reject(error)
  }
}

function nobodyWaits(): void {
  // Replaced by the first one who asks.
}
