/** `1 request`, `2 requests` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `2.0 s` */
export function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/** `charged twice` as the beginning of a sentence. */
export function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
