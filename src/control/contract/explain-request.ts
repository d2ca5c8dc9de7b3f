import * as z from 'zod'
import { transactionKinds } from '../../domain/transaction/kinds-and-statuses.ts'
import { identifier } from '../../gateway/wire/contract/field.ts'
import { noted } from '../../gateway/wire/contract/note.ts'
import { coded, complaint } from '../../gateway/wire/contract/objection.ts'
import { methods } from '../../scenario/operations.ts'
import { anyText, instantText, strict, wordField } from './control-field.ts'

const text = anyText.exactOptional()
const numberText = z.union([anyText, z.int().transform(String)]).exactOptional()
const textsByKey = z
  .record(z.string(), anyText, complaint('invalid_type', 'Must be an object'))
  .exactOptional()

const fields = strict({
  request: noted(identifier, 'The id of a recorded request, without other fields.').exactOptional(),
  at: noted(instantText, 'The sandbox time of the request. Default: now.').exactOptional(),
  operation: wordField([...transactionKinds, 'lookup', 'search']).exactOptional(),
  merchant: identifier.exactOptional(),
  user: text,
  method: wordField(methods).exactOptional(),
  amount: numberText,
  currency: text,
  pan: noted(anyText, 'A card number or a virtual PAN.').exactOptional(),
  expiry: text,
  cvv: text,
  bsb: text,
  account_number: text,
  reference: text,
  kvp: textsByKey,
  header: textsByKey,
  correlation_id: noted(anyText, 'Of a search, the id to look for.').exactOptional(),
  audit: numberText,
  target_audit: numberText,
})

/** `POST /scenarios/explain` */
export const explainBody = noted(
  fields.refine(
    (body) => body.request === undefined || Object.keys(body).length === 1,
    coded('invalid_format', 'A recorded request has its own fields: leave out the others'),
  ),
  'The parts of a request that matter, or the id of a recorded request.',
)

export type ExplainedRequest = z.output<typeof fields>

/** A request to rehearse. Fields that it needs and that are left out are assumed. */
export type DescribedRequest = Omit<ExplainedRequest, 'request'>

export type ExplainBody = z.input<typeof fields>
