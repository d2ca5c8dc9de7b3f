/** A shop of `examples/clients`, and what it does when an answer is lost. */
export interface Shop {
  readonly name: 'naive' | 'sloppy' | 'careful'
  readonly habit: string
}

export const shops: readonly Shop[] = [
  { name: 'naive', habit: 'sends the payment again' },
  {
    name: 'sloppy',
    habit: 'sends the same request again, and takes a refusal for a failed payment',
  },
  { name: 'careful', habit: 'asks what became of the request before it sends another' },
]
