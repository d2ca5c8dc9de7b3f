/** What a form's result says on the next page. */
export interface Notice {
  readonly kind: 'done' | 'refused'
  readonly text: string
  readonly details?: readonly NoticeDetail[]
  /** A file that could not be loaded, and why. */
  readonly draft?: ScenarioDraft
  /** What was typed into fields and cannot be used, by their names. */
  readonly typed?: Readonly<Record<string, string>>
  /** Only valid until this one-shot rule was met. */
  readonly rule?: string
}

export interface NoticeDetail {
  readonly text: string
  /** The page of what it is about. */
  readonly to?: string
}

export interface ScenarioDraft {
  readonly source: string
  readonly complaints: readonly { readonly line: number; readonly message: string }[]
}

/** Few: a draft may be large. */
const KEPT = 20

/** The last notices by their number: a page's address says which one it shows. */
export class Notices {
  readonly #kept = new Map<string, Notice>()
  #last = 0

  add(notice: Notice): string {
    this.#last += 1
    const id = String(this.#last)
    this.#kept.set(id, notice)
    if (this.#kept.size > KEPT) this.#kept.delete(String(this.#last - KEPT))
    return id
  }

  find(id: string | undefined): Notice | undefined {
    return id === undefined ? undefined : this.#kept.get(id)
  }
}
