/** One method of one path, which may have `{placeholders}`. */
export interface Served {
  readonly method: string
  readonly path: string
}

/** The values of a path's placeholders, still encoded. */
export type PathValues = Readonly<Record<string, string>>

/** The routes of a path, by method. */
interface RoutePlace<Route> {
  readonly words: readonly string[]
  readonly routes: Map<string, Route>
}

/** Finds the route of a path; a literal word takes precedence over a placeholder. */
export class RouteTable<Route extends Served> {
  readonly routes: readonly Route[]
  readonly #byPath = new Map<string, RoutePlace<Route>>()
  readonly #places: readonly RoutePlace<Route>[]

  constructor(routes: readonly Route[]) {
    this.routes = routes
    for (const route of [...routes].sort(literalsFirst)) {
      const { path, method } = route
      const place = this.#byPath.get(path) ?? { words: path.split('/'), routes: new Map() }
      place.routes.set(method, route)
      this.#byPath.set(path, place)
    }
    this.#places = [...this.#byPath.values()]
  }

  at(path: string): { routes: ReadonlyMap<string, Route>; values: PathValues } | undefined {
    const literal = path.includes('{') ? undefined : this.#byPath.get(path)
    if (literal !== undefined) return { routes: literal.routes, values: {} }
    const given = path.split('/')
    const place = this.#places.find(({ words }) => matches(words, given))
    return place && { routes: place.routes, values: valuesIn(place.words, given) }
  }
}

function literalsFirst({ path: one }: Served, { path: other }: Served): number {
  return one.replaceAll('{', '~') < other.replaceAll('{', '~') ? -1 : 1
}

function matches(words: readonly string[], given: readonly string[]): boolean {
  if (words.length !== given.length) return false
  return words.every((word, i) => (word.startsWith('{') ? given[i] !== '' : word === given[i]))
}

function valuesIn(words: readonly string[], given: readonly string[]): PathValues {
  const values: Record<string, string> = {}
  for (const [i, word] of words.entries()) {
    if (word.startsWith('{')) values[word.slice(1, -1)] = given[i] ?? ''
  }
  return values
}

/** Decodes the values. */
export function decodedValues(values: PathValues): PathValues {
  const entries = Object.entries(values)
  return Object.fromEntries(entries.map(([name, text]) => [name, decodedText(text)]))
}

function decodedText(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // Not a valid escape, so it is taken literally.
    return text
  }
}
