/** Lines of one turn go out together: a write for each would cost more than what it tells of. */
export class LineBatch {
  readonly #write: (text: string) => void
  #lines: string[] = []

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  add(line: string): void {
    this.#lines.push(line)
    if (this.#lines.length === 1) setImmediate(() => this.flush())
  }

  /** What is waiting goes out now. */
  flush(): void {
    if (this.#lines.length === 0) return
    const text = this.#lines.join('\n')
    this.#lines = []
    this.#write(text)
  }
}
