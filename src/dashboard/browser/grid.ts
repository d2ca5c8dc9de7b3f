/**
 * The script of a saved sweep: arrows move from cell to cell, and a story opens beside the grid
 * without moving the page. Without it, each cell is a link to its story.
 */
const cells = [...document.querySelectorAll<HTMLAnchorElement>('.heat a')]
const stories = new Map(
  [...document.querySelectorAll('.story')].map((story) => [`#${story.id}`, story]),
)
const isBelow = matchMedia('(max-width: 1199px)')

/** Shows the story of the address, and gives the keyboard one way into the grid. */
function openStory(): void {
  const { hash } = location
  for (const [address, story] of stories) story.classList.toggle('open', address === hash)
  const now = cells.find((cell) => cell.hash === hash)
  for (const cell of cells) {
    cell.ariaCurrent = cell === now ? 'true' : null
    cell.tabIndex = cell === (now ?? cells[0]) ? 0 : -1
  }
  if (isBelow.matches) stories.get(hash)?.scrollIntoView()
}

/** The cell in the direction of an arrow. */
function nextTo(cell: HTMLAnchorElement, key: string): HTMLAnchorElement | undefined {
  const own = cell.closest('td')
  const row = own?.closest('tr')
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight'
  const line = isAcross
    ? [...(row?.querySelectorAll('a') ?? [])]
    : [...(row?.closest('table')?.rows ?? [])].flatMap(
        ({ cells: all }) => all[own?.cellIndex ?? 0]?.querySelector('a') ?? [],
      )
  return line[line.indexOf(cell) + (key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1)]
}

addEventListener('keydown', (event) => {
  const cell = cells.find((one) => one === event.target)
  if (event.key === 'Escape') location.replace('#closed')
  if (cell === undefined || !/^Arrow/.test(event.key)) return
  event.preventDefault()
  const next = nextTo(cell, event.key)
  if (next === undefined) return
  location.replace(next.hash)
  next.focus()
})
addEventListener('hashchange', openStory)
// What has no id is no target, to which the page would scroll.
for (const story of stories.values()) story.removeAttribute('id')
openStory()
