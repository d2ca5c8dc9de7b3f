const extent = process.env.SANDGATE_TEST_ALL ?? ''

/** Whether the long tests run too: in CI, and wherever SANDGATE_TEST_ALL is set. */
const isFull = extent !== ''

/** Whether the examples go through whole sweeps, which take an hour: `npm run sweeps`. */
export const hasWholeSweeps = extent === 'sweeps'

/** How often something is tried: in `npm test`, in CI, and in `npm run sweeps`. */
export function rounds(short: number, inCi: number, whole: number): number {
  if (hasWholeSweeps) return whole
  return isFull ? inCi : short
}
