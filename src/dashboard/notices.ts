/** What a form's result says on the next page. */
export interface Notice {
  readonly kind: 'done' | 'refused'
  readonly text: string
  readonly details?: readonly NoticeDetail[]
  /** A file that could not be loaded, and why. */
  readonly draft?: RefusedScenario
  /** What was typed into fields and cannot be used, by their names. */
  readonly typed?: Readonly<Record<string, string>>
  /** Only valid until this temporary rule was used. */
  readonly rule?: string
}

/** `to`: the page of what it is about. */
export type NoticeDetail = { readonly text: string; readonly to?: string }

type Complaint = { readonly line: number; readonly message: string }
export type RefusedScenario = {
  /** Whether it is a whole file, or one rule. */
  readonly of: 'file' | 'rule'
  readonly source: string
  readonly complaints: readonly Complaint[]
}

/** Few: a draft may be large. */
const MOST_NOTICES = 20

/** The last notices by their number: a page's address says which one it shows. */
export class Notices {
  readonly #notices = new Map<string, Notice>()
  #last = 0

  add(notice: Notice): string {
    this.#last += 1
    this.#notices.set(String(this.#last), notice)
    this.#notices.delete(String(this.#last - MOST_NOTICES))
    return String(this.#last)
  }

  find(id = ''): Notice | undefined {
    return this.#notices.get(id)
  }
}
