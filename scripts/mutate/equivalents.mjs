/**
 * Mutants that change nothing that anybody can see, with the reason.
 * @type {readonly { file: string, code: string, now: string, why: string }[]}
 */
export const equivalents = [
  {
    file: 'src/store/disk/lock.ts',
    code: 'await pause(pollInterval)',
    now: ';',
    why: 'the loop ends by the clock and awaits the disk: the pause only spares the processor',
  },
]
