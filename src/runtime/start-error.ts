/** A reason not to start that the user can fix: printed in one line, without a stack. */
export class StartError extends Error {
  readonly isUsage: boolean

  /** `isUsage`: an option, the config or a scenario is wrong, not the environment. */
  constructor(message: string, isUsage = false) {
    super(message)
    this.name = 'StartError'
    this.isUsage = isUsage
  }
}
