/** Clients use the same few keys; the limit bounds the memory if one invents new keys all the time. */
const MOST = 1000

/** Caches the KVP names of answers: building them for each answer would cost more than the rest of it. */
class KvpNames {
  readonly #prefix: string
  readonly #names = new Map<string, string>()

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  of(key: string): string {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = this.#prefix + key
    if (this.#names.size < MOST) this.#names.set(key, name)
    return name
  }
}

interface Sides {
  readonly request: KvpNames
  readonly response: KvpNames
}

const byNamespace = new Map<string, Sides>()

export function kvpNames(namespace: string): Sides {
  const known = byNamespace.get(namespace)
  if (known !== undefined) return known
  const made = {
    request: new KvpNames(`${namespace}.REQUEST.KVP.`),
    response: new KvpNames(`${namespace}.RESPONSE.KVP.`),
  }
  byNamespace.set(namespace, made)
  return made
}
