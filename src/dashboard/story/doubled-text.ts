import type { Doubled } from '../../insight/stories/taken.ts'

const sentences: Readonly<Record<Doubled['what'], string>> = {
  charged: 'The customer was charged {times} for one payment.',
  held: "The customer's money was held {times} for one payment.",
  refunded: 'The customer got the same refund {times}.',
}

/** What it did to the customer, in one sentence. */
export function doubledSentence({ what, times }: Doubled): string {
  return sentences[what].replace('{times}', timesText(times))
}

/** `charged 3 times` */
export function doubledText({ what, times }: Doubled): string {
  return `${what} ${timesText(times)}`
}

function timesText(times: number): string {
  return times === 2 ? 'twice' : `${times} times`
}
