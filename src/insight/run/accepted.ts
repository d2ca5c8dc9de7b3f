import type { Accepted } from '../report/report-document.ts'

export function acceptedBy(
  accept: readonly Accepted[],
  { code, test }: { readonly code: string; readonly test: string },
): Accepted | undefined {
  return accept.find((one) => one.code === code && (one.test ?? test) === test)
}
