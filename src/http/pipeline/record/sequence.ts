let last = 0

/**
 * The next number in the order of everything that happens on the wire. Clocks are too coarse to say
 * whether a request came before an answer.
 */
export function nextInSequence(): number {
  last += 1
  return last
}
