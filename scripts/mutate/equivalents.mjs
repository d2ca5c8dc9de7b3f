/**
 * Mutants that change nothing that anybody can see, with the reason.
 * @type {readonly { file: string, code: string, now: string, why: string }[]}
 */
export const equivalents = []
