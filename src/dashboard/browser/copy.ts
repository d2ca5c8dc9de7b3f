const SHOWN = 1500

/** Copy buttons: of an element's text, of a text, or of what an address answers. */
export function startCopying(): void {
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null
    if (button === null) return
    const { copy, copyText, copyAddress } = button.dataset
    if (copy !== undefined) void copied(document.getElementById(copy)?.textContent ?? '', button)
    else if (copyText !== undefined) void copied(copyText, button)
    else if (copyAddress !== undefined) void copyFrom(copyAddress, button)
  })
}

/** Copies what an address answers with. */
export async function copyFrom(address: string, button?: HTMLElement): Promise<void> {
  const answer = await fetch(address)
  await copied(await answer.text(), button)
}

async function copied(text: string, button: HTMLElement | undefined): Promise<void> {
  const isDone = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  const said = isDone || writeByHand(text) ? 'Copied' : 'This browser does not allow copying here'
  toast(said, button)
}

/** Where a page over plain http from another machine has no clipboard. */
function writeByHand(text: string): boolean {
  const area = document.createElement('textarea')
  area.dataset.own = ''
  area.value = text
  document.body.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  return isDone
}

function toast(text: string, button: HTMLElement | undefined): void {
  const toast = document.createElement('p')
  toast.className = 'toast'
  toast.role = 'status'
  toast.dataset.own = ''
  toast.textContent = text
  document.body.append(toast)
  button?.classList.add('copied')
  setTimeout(() => {
    toast.remove()
    button?.classList.remove('copied')
  }, SHOWN)
}
