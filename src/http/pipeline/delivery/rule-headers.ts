/** Puts headers in place of those of the same name, however that is written. */
export function setHeaders(
  headers: Record<string, string>,
  given: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(given)) {
    const same = Object.keys(headers).find((other) => other.toLowerCase() === name.toLowerCase())
    if (same !== undefined) delete headers[same]
    headers[name] = value
  }
}
