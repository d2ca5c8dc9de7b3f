import { redactText } from '../../../base/redaction/redacted.ts'
import { send, setHeaders } from '../pipeline/delivery/deliver.ts'
import { type Act, statusWithBody } from './act.ts'

/** Sends half a page of a proxy. */
export const garbage: Act = ({ answer, ruleHeaders, call }) => {
  const headers: Record<string, string> = { ...answer.headers }
  setHeaders(headers, { 'Content-Type': 'text/html', ...ruleHeaders })
  return send({ ...answer, status: statusWithBody(answer), headers, body: halfPage }, call)
}

const halfPage = redactText('<html><head><title>502 Bad Gateway</title></head><body>upstream')
