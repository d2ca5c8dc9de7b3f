import type { Calibration } from '../../runtime/calibrate/calibrate.ts'

/** What was written, if anything was to be. */
export interface WrittenFile {
  readonly file: string
  readonly settings: number
  readonly not_written: readonly { readonly assumption: string; readonly reason: string }[]
}

/** The findings for machines. */
export function calibrationDocument(
  against: string,
  { measured, exchanges, requests, cleanedUp, isStopped }: Calibration,
  written: WrittenFile | undefined,
) {
  const { leftCustomers, ...undone } = cleanedUp
  return {
    against,
    complete: !isStopped,
    assumptions: measured.map((one) => ({
      assumption: one.key,
      ours: one.ours,
      verdict: one.verdict,
      ...(one.verdict === 'cannot tell'
        ? { reason: one.reason }
        : { gateway: one.gateway, settable: one.isSettable }),
      requests: one.by.map(({ number }) => number),
    })),
    requests: exchanges,
    requests_sent: requests,
    cleaned_up: { ...undone, left_customers: leftCustomers },
    ...(written && { written }),
  }
}
