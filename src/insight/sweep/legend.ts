import type { ShownResult } from './swept.ts'

/** What the client sees of each form. */
export const formMeanings: Readonly<Record<string, string>> = {
  http: 'status 503',
  hang: 'no answer until it stops waiting',
  reset: 'a connection that is reset',
  truncate: 'half an answer',
  late: 'no answer; the bank decides after the client gave up',
  unknown: 'an undecided answer, decided two seconds later',
  busy: 'status 429: try again in one second',
  conflict: 'status 409 for its own request, which was processed',
  pending: 'pending, approved two seconds later',
  slow: 'its answer, after 1.5 seconds',
  delayed: 'no answer; the request arrives after the client searched for it',
  crash: 'nothing: its process is killed',
  again: 'no fault; your command is run once more',
  twice: 'no fault; your command is run twice at the same time',
}

/** What each result says about the money. */
export const resultMeanings: Readonly<Record<ShownResult, string>> & Record<string, string> = {
  'DOUBLE CHARGE': 'more was taken or held than without the fault',
  'DOUBLE REFUND': 'more was given back than without the fault',
  'BOOKS DIFFER': 'the money is right, but the shop’s books say otherwise',
  'BOOKS FAILED': 'the shop’s books could not be read after the fault',
  UNRESOLVED: 'the client does not know what happened to its request',
  'BLIND RETRY': 'sent again without asking; the money is right by luck',
  'LOST SALE': 'less was taken or given back, and nobody noticed or tried again',
  'DUPLICATE CUSTOMER': 'a customer was stored twice',
  'DUPLICATE TOKEN': 'a card or account was stored twice',
  hung: 'your command did not end',
  'not reached': 'no request met the fault, so nothing is proven',
  'failed safe': 'your command failed, but no money moved wrongly; --keep keeps what it printed',
  safe: 'your command passed, and the money is right',
  'not run': 'there was no time for it',
}
