/** How many turns of the event loop others get while work is done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const tick = () => {
    if (isOver) return
    turns += 1
    setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  isOver = true
  return turns
}
