export const chanceForms = 'a percentage such as "10%" or "0.5%", over 0% and up to 100%'

const percent = /^([0-9]{1,3}(?:\.[0-9]{1,6})?) ?%$/

/** From 0 to 1, from the text that a rule gives. */
export function parseChance(text: string): number | undefined {
  const match = percent.exec(text)
  const share = match === null ? Number.NaN : Number(match[1]) / 100
  return share > 0 && share <= 1 ? share : undefined
}

export function chanceText(chance: number): string {
  return `${Number((chance * 100).toFixed(6))}%`
}
