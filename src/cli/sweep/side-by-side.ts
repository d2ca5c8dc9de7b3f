/** Does the work for each item, so many at a time, in order, until it is over. */
export async function sideBySide<Item>(
  items: readonly Item[],
  jobs: number,
  isOver: () => boolean,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]()
  const worker = async () => {
    while (!isOver()) {
      const next = left.next()
      if (next.done) return
      await work(next.value)
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
}
