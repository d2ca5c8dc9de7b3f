const extent = process.env.SANDGATE_TEST_ALL ?? ''

/** Whether long tests run: wherever SANDGATE_TEST_ALL is set. */
export const hasLong = extent !== ''

/** Whether nothing is cut short: wherever SANDGATE_TEST_ALL is set, but in CI, which has minutes. */
export const isWhole = extent !== '' && extent !== 'gate'

/** Whether the examples go through whole sweeps, which take half an hour: `npm run sweeps`. */
export const hasWholeSweeps = extent === 'sweeps'

/** How often something is tried: in `npm test`, in CI, and in full. */
export function rounds(short: number, inCi: number, whole: number): number {
  if (isWhole) return whole
  return extent === '' ? short : inCi
}
