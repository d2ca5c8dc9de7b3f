import { type Instant, isoUtc } from '../../domain/time/instant.ts'
import type { OutcomesDocument } from '../report/outcomes-document.ts'

/** How a request ended for its client. */
const outcomes = ['approved', 'declined', 'refused', 'lost'] as const

export type RequestOutcome = (typeof outcomes)[number]

/** More than a chart can show; the bars get wider instead. */
const MOST_BARS = 60

type Bar = Record<RequestOutcome, number>

/** How many requests ended in which way, over real time. Takes the same room for any number of requests. */
export class OutcomeTimes {
  /** Milliseconds of a bar: a power of two, so that two bars are one of twice the width. */
  #width = 1
  /** By the number of their widths since 1970. */
  #bars = new Map<number, Bar>()
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY

  add(at: Instant, outcome: RequestOutcome): void {
    this.#barAt(at)[outcome] += 1
  }

  addAll(others: OutcomeTimes): void {
    while (this.#width < others.#width) this.#widen()
    for (const [index, bar] of others.#bars) {
      const own = this.#barAt(index * others.#width)
      for (const outcome of outcomes) own[outcome] += bar[outcome]
    }
  }

  document(): OutcomesDocument {
    const bars = [...this.#bars].sort(([one], [other]) => one - other)
    return {
      width: this.#width,
      bars: bars.map(([index, bar]) => ({ at: isoUtc(index * this.#width), ...bar })),
    }
  }

  #barAt(at: Instant): Bar {
    this.#include(Math.floor(at / this.#width))
    while (this.#last - this.#first >= MOST_BARS) this.#widen()
    const index = Math.floor(at / this.#width)
    const bar = this.#bars.get(index) ?? { approved: 0, declined: 0, refused: 0, lost: 0 }
    this.#bars.set(index, bar)
    return bar
  }

  #include(index: number): void {
    this.#first = Math.min(this.#first, index)
    this.#last = Math.max(this.#last, index)
  }

  #widen(): void {
    const narrow = this.#bars
    this.#width *= 2
    this.#first = Math.floor(this.#first / 2)
    this.#last = Math.floor(this.#last / 2)
    this.#bars = new Map()
    for (const [index, bar] of narrow) {
      const wide = this.#bars.get(Math.floor(index / 2))
      if (wide === undefined) this.#bars.set(Math.floor(index / 2), bar)
      else for (const outcome of outcomes) wide[outcome] += bar[outcome]
    }
  }
}
