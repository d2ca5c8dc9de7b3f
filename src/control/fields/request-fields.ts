import { numberText } from '../../base/text/counted.ts'
import type { RequestResponse } from '../contract/calls/requests.ts'
import { type Held, heldMoney, type ResourceField } from './field.ts'
import {
  addressText,
  answerMeaning,
  answerText,
  operationText,
  resultOf,
  subjectOf,
  wireFaultText,
} from './request-words.ts'

/** In a list of several worlds, it says which one has it. */
type ListedRequest = RequestResponse & { readonly world?: string }

/** What a request shows: the columns of its lists and its facts, in this order. */
export const requestFields: readonly ResourceField<ListedRequest, RequestResponse>[] = [
  {
    label: 'request',
    whole: (entry) => ({ is: 'code', text: `${entry.request.method} ${addressText(entry)}` }),
  },
  { label: 'id', listed: ({ id }) => id, column: { isKey: true, align: 'right' } },
  {
    label: 'time',
    listed: ({ at, real_at: real }) => ({ is: 'instant', at, real, part: 'time' }),
    whole: ({ at, real_at: real }) => ({ is: 'instant', at, real }),
    column: { isSpare: true },
  },
  { label: 'sent by', whole: ({ sender }) => sender && `the ${sender}, and not judged` },
  {
    label: 'request',
    listed: (request) => ({
      is: 'call',
      text: operationText(request),
      isPath: request.operation === null,
      sender: request.sender,
      world: request.world,
    }),
    column: { room: 'text' },
  },
  { label: 'operation', whole: ({ operation: name }) => ({ is: 'name', name }) },
  {
    label: 'amount',
    listed: (request) => {
      const { amount, currency } = subjectOf(request)
      return heldMoney(amount, currency)
    },
    column: { align: 'right' },
  },
  {
    label: 'reference',
    listed: (request) => subjectOf(request).reference,
    column: { room: 'reference', phone: 'own-line' },
  },
  { label: 'merchant', whole: ({ merchant }) => merchant },
  {
    label: 'correlation id',
    whole: ({ request: { correlation_id: text } }) => ({ is: 'code', text }),
    none: 'none',
  },
  { label: 'origin', whole: ({ request }) => request.origin },
  { label: 'ignored fields', whole: ({ request }) => namesOf(request.unknown_fields) },
  {
    label: 'response',
    // With the rules that shaped it, which have columns of their own where there is room.
    listed: (request) => {
      const { rules } = request
      const result = resultOf(request)
      return { is: 'words', ...result, ...(rules.length > 0 && { rules }) }
    },
    column: { room: 'text', only: 'terminal' },
  },
  {
    label: 'response',
    value: (request) => ({
      is: 'words',
      text: answerText(request),
      meaning: answerMeaning(request),
    }),
    column: { phone: 'named', only: 'pages' },
    factIn: 'pages',
  },
  { label: 'fault', whole: ({ fault }) => fault && wireFaultText(fault) },
  {
    label: 'outcome',
    listed: ({ outcome, audit: id }) =>
      id === null ? outcome : { is: 'link', to: 'transactions', id, before: outcome },
    whole: ({ outcome }) => outcome,
    column: { drop: 2, only: 'pages' },
  },
  { label: 'transaction', whole: ({ audit: id }) => transactionOf(id) },
  {
    label: 'rule',
    value: ({ rules }) => ({ is: 'rules', rules }),
    column: { room: 'text', drop: 1, only: 'pages' },
    none: 'none: the gateway responded as usual',
  },
  {
    label: 'nearest other rule',
    whole: ({ nearest: [near] = [] }) =>
      near && { is: 'rules', rules: [near.rule], more: `: ${near.reason}` },
  },
  {
    label: 'took',
    value: ({ duration: ms }) => ({ is: 'span', ms }),
    column: { align: 'right', drop: 1 },
  },
  {
    label: 'not judged',
    whole: ({ sandbox_failure: why }) => why && `The sandbox itself failed: ${why}`,
  },
]

function transactionOf(id: number | null): Held {
  return id === null ? null : { is: 'link', to: 'transactions', id }
}

const MOST_NAMES = 20

function namesOf(names: readonly string[]): string {
  const left = names.length - MOST_NAMES
  const more = left > 0 ? ` and ${numberText(left)} more` : ''
  return `${names.slice(0, MOST_NAMES).join(', ')}${more}`
}
