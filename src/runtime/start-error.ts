/** A reason not to start that the user can do something about: one line, no stack. */
export class StartError extends Error {
  readonly isUsage: boolean

  /** `isUsage`: an option, the config or a scenario is wrong, rather than the circumstances. */
  constructor(message: string, isUsage = false) {
    super(message)
    this.name = 'StartError'
    this.isUsage = isUsage
  }
}
