import type { Accepted } from '../report/report-document.ts'

export function acceptedBy(
  accept: readonly Accepted[],
  { code, chapter }: { readonly code: string; readonly chapter: string },
): Accepted | undefined {
  return accept.find((one) => one.code === code && (one.test ?? chapter) === chapter)
}
