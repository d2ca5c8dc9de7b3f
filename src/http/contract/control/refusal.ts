/** What every refused call is answered with. */
export interface ErrorAnswer {
  readonly errors: readonly {
    readonly error_code: string
    readonly error_message: string
    readonly location: readonly string[]
  }[]
}
