import type { TestRef } from '../../record/test-ref.ts'
import type { Accepted } from '../report/report-document.ts'

export function acceptedBy(
  accept: readonly Accepted[],
  { code, test }: { readonly code: string; readonly test: Pick<TestRef, 'label'> | null },
): Accepted | undefined {
  const label = test?.label
  return accept.find((one) => one.code === code && (one.test ?? label) === label)
}
