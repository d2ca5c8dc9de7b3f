/** What a plan asks for: a case, why, and why not here. */
export interface PlanEntry {
  readonly name: string
  readonly why: string | undefined
  readonly notApplicable: string | undefined
}
