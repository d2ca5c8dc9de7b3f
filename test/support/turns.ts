/** How often other requests can run while work is done: each needs two immediates, as in `nextTurn`. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const tick = () => {
    if (isOver) return
    turns += 1
    afterOthers()
  }
  const afterOthers = () => setImmediate(() => setImmediate(tick))
  afterOthers()
  await work()
  isOver = true
  return turns
}
