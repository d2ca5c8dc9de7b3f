/** `1 payment`, `3 payments`. */
export function counted(n: number, one: string, several = `${one}s`): string {
  return `${numberText(n)} ${n === 1 ? one : several}`
}

/** `12,345`. */
export function numberText(n: number): string {
  return String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}
