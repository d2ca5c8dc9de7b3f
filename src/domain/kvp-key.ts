/** A key without the namespace that it may be submitted with. */
export function bareKvpKey(key: string, namespace: string): string {
  if (!key.startsWith(namespace)) return key
  for (const prefix of [`${namespace}.REQUEST.KVP.`, `${namespace}.`]) {
    if (key.startsWith(prefix)) return key.slice(prefix.length)
  }
  return key
}
