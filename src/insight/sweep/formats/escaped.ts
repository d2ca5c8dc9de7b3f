const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Text as it may stand in XML and HTML; what neither can hold is left out. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (found) => entities[found] ?? '').replaceAll(controls, '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML refuses.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
