/** A text in which Markdown marks code, for a terminal: an option stays as it is, anything else is quoted. */
export function withoutBackticks(text: string): string {
  return text.replaceAll(/`([^`\n]+)`/g, (_marked, code: string) => {
    if (code.startsWith('--')) return code
    return code.includes("'") ? `"${code}"` : `'${code}'`
  })
}
