import type { Answered } from './sample.ts'
import { wideJson } from './wide-json.ts'

/** What differs from run to run, and what stands for it on the page. */
const changing: Readonly<Record<string, unknown>> = {
  version: '1.0.0',
  real_at: '2026-03-10T01:00:00.000Z',
  saved_at: '2026-03-10T01:00:00.000Z',
  duration: 4,
  // The requests of the samples, over a time that no two runs share.
  outcomes: {
    width: 16,
    bars: [{ at: '2026-03-10T01:00:00.000Z', approved: 1, declined: 0, refused: 0, lost: 0 }],
  },
  bytes: 2048,
  crc32: '30cc62f5',
  fingerprint: 'JO78nldXDufhTstdew10hG',
}

/** The call and its response, folded, for each sample that is to be shown. */
export function samplesText(answered: readonly Answered[]): string {
  return answered
    .filter(({ sample }) => sample.isHidden === undefined)
    .map(sampleText)
    .join('\n')
}

function sampleText({ sample, status, answer }: Answered): string {
  const { of, method, path, body, note, isLong } = sample
  const shown = steady(answer, isLong ?? false)
  return folded(of, [
    ...(note === undefined ? [] : [`${note}\n`]),
    `\`${method} ${path}\`\n`,
    ...(body === undefined ? [] : [block(body)]),
    answer === undefined ? `${status}, without a body.\n` : `${status}:\n\n${block(shown)}`,
  ])
}

/** Paragraphs that a reader opens by their title. */
export function folded(title: string, paragraphs: readonly string[]): string {
  return `<details>\n<summary>${title}</summary>\n\n${paragraphs.join('\n')}\n</details>\n`
}

function block(value: unknown): string {
  return `\`\`\`json\n${wideJson(value)}\n\`\`\`\n`
}

/** The same in every run; of a long answer, lists of objects have their first entry only. */
function steady(value: unknown, isLong: boolean): unknown {
  if (Array.isArray(value)) {
    const isCut = isLong && typeof value[0] === 'object'
    return (isCut ? value.slice(0, 1) : value).map((part) => steady(part, isLong))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      typeof changing[key] === typeof part ? changing[key] : steady(part, isLong),
    ]),
  )
}
