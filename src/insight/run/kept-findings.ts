import type { Finding, Severity } from '../findings/finding.ts'

/** Findings up to a number; beyond it, a lesser one makes room for a worse one. */
export class KeptFindings {
  readonly #limit: number
  readonly #bySeverity: Readonly<Record<Severity, Finding[]>> = { error: [], warning: [], note: [] }
  #dropped = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get all(): readonly Finding[] {
    const { error, warning, note } = this.#bySeverity
    return [...error, ...warning, ...note]
  }

  get dropped(): number {
    return this.#dropped
  }

  add(finding: Finding): void {
    const { error, warning, note } = this.#bySeverity
    this.#bySeverity[finding.severity].push(finding)
    if (error.length + warning.length + note.length <= this.#limit) return
    this.#dropped += 1
    if (note.pop() ?? warning.pop()) return
    error.pop()
  }

  /** So many more were let go elsewhere. */
  drop(count: number): void {
    this.#dropped += count
  }

  /** Lets those of a world go. */
  forget(world: string): void {
    for (const list of Object.values(this.#bySeverity)) {
      const staying = list.filter((finding) => finding.world !== world)
      list.splice(0, list.length, ...staying)
    }
  }
}
