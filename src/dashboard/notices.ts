import type { Form, Visit } from '../http/pages/visit.ts'

/** What an action has to say when the next page comes. */
export interface Notice {
  readonly kind: 'done' | 'refused'
  readonly text: string
  readonly details?: readonly Detail[]
  /** A file that could not be loaded, and why. */
  readonly draft?: TypedDraft
  /** What was typed into fields and cannot be used, by their names. */
  readonly typed?: Readonly<Record<string, string>>
  /** It only holds until this one-shot rule was met. */
  readonly rule?: string
}

export interface Detail {
  readonly text: string
  /** The page of what it is about. */
  readonly to?: string
}

export interface TypedDraft {
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

/** What came of an action. */
export interface ActionResult {
  readonly notice?: Notice
  /** Where to go on, if not back to where the form stands. */
  readonly to?: string
}

/** Something that a form asks for. */
export type FormAction = (visit: Visit, form: Form) => Promise<ActionResult>

export function done(text: string, details: readonly Detail[] = []): ActionResult {
  return { notice: { kind: 'done', text, details } }
}

export function refusedBy(text: string, details: readonly Detail[] = []): ActionResult {
  return { notice: { kind: 'refused', text, details } }
}
