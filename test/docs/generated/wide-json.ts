const WIDTH = 110

/** JSON that puts on one line whatever fits there. */
export function wideJson(value: unknown, indent = ''): string {
  const line = onOneLine(value)
  if (typeof value !== 'object' || value === null || line.length <= WIDTH - indent.length) {
    return line
  }
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((part) => inner + wideJson(part, inner))
    : Object.entries(value).map(
        ([key, part]) => `${inner}${JSON.stringify(key)}: ${wideJson(part, inner)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(
    ([key, part]) => `${JSON.stringify(key)}: ${onOneLine(part)}`,
  )
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}
