/** `1 payment`, `3 payments`. */
export function counted(n: number, one: string, several = `${one}s`): string {
  return `${String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',')} ${n === 1 ? one : several}`
}
