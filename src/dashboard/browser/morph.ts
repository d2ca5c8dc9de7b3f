/** What the reader, not the server, decides. */
const own: Readonly<Record<string, readonly string[]>> = {
  DETAILS: ['open'],
  DIALOG: ['open'],
  INPUT: ['value'],
  g: ['style', 'data-drawn'],
}

/** Makes one tree like another and leaves alone what is equal, and every form in use. */
export function morph(old: Element, next: Element): void {
  if (isInUse(old)) {
    renewToken(old, next)
    return
  }
  morphAttributes(old, next)
  morphChildren(old, next)
}

function morphAttributes(old: Element, next: Element): void {
  const protectedNames = own[old.tagName] ?? []
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !protectedNames.includes(name)) old.removeAttribute(name)
  }
  for (const { name, value } of next.attributes) {
    const isOwn =
      protectedNames.includes(name) && !(old instanceof HTMLInputElement && old.type === 'hidden')
    if (!isOwn && old.getAttribute(name) !== value) old.setAttribute(name, value)
  }
}

function morphChildren(old: Element, next: Element): void {
  // What is named and gone goes first, so that what has no name stays at its place.
  const wantedNames = namedIn(next)
  for (const [id, element] of namedIn(old)) if (!wantedNames.has(id)) removeUnused(element)
  let cursor = old.firstChild
  const named = namedIn(old)
  for (const wanted of [...next.childNodes]) {
    const found = matching(named, cursor, wanted)
    if (found === undefined) {
      const added = old.ownerDocument.importNode(wanted, true)
      old.insertBefore(added, cursor)
      markFresh(added)
      continue
    }
    if (found !== cursor) old.insertBefore(found, cursor)
    cursor = found.nextSibling
    if (found instanceof Element && wanted instanceof Element) {
      if (!isKept(found)) morph(found, wanted)
    } else if (found.nodeValue !== wanted.nodeValue) found.nodeValue = wanted.nodeValue
  }
  while (cursor !== null) {
    const following: ChildNode | null = cursor.nextSibling
    removeUnused(cursor)
    cursor = following
  }
}

function removeUnused(node: ChildNode): void {
  const forms = node instanceof Element ? [node, ...node.querySelectorAll('form')] : []
  if (!(node instanceof Element && isKept(node)) && !forms.some(isInUse)) node.remove()
}

function namedIn(parent: Element): ReadonlyMap<string, Element> {
  return new Map([...parent.children].filter(({ id }) => id !== '').map((one) => [one.id, one]))
}

/** The node that shows the same thing: by its id, else the next node of its kind. */
function matching(
  named: ReadonlyMap<string, Element>,
  cursor: ChildNode | null,
  wanted: Node,
): ChildNode | undefined {
  if (wanted instanceof Element && wanted.id !== '') {
    const found = named.get(wanted.id)
    return found?.tagName === wanted.tagName ? found : undefined
  }
  if (cursor === null || cursor.nodeName !== wanted.nodeName) return undefined
  return cursor instanceof Element && cursor.id !== '' ? undefined : cursor
}

/** What the script itself put there, or speaks through. */
function isKept(element: Element): boolean {
  return element.hasAttribute('data-own') || element.id === 'offline'
}

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isInUse(element: Element): boolean {
  if (!(element instanceof HTMLFormElement)) return false
  if (element.hasAttribute('data-typed')) return true
  const fields = element.querySelectorAll<FormField>('input:not([type=hidden]), textarea, select')
  return [...fields].some((field) => field === document.activeElement || isChanged(field))
}

function isChanged(field: FormField): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((one) => one.selected !== one.defaultSelected && one.index > 0)
  }
  if (field instanceof HTMLInputElement && field.type === 'file') return field.value !== ''
  if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    return field.checked !== field.defaultChecked
  }
  return field.value !== field.defaultValue
}

/** A form that was filled in while the sandbox restarted can still be sent. */
function renewToken(old: Element, next: Element): void {
  const token = (form: Element) => form.querySelector<HTMLInputElement>('input[name=_token]')
  const [shown, wanted] = [token(old), token(next)]
  if (shown && wanted && shown.value !== wanted.value) shown.value = wanted.value
}

function markFresh(node: Node): void {
  if (node instanceof Element && node.id !== '' && /^(?:LI|TR)$/.test(node.tagName)) {
    node.classList.add('fresh')
  }
}
