import { Option } from 'commander'
import { wholeNumber } from './argument.ts'

/** Which port to listen on, where nobody has to know it beforehand. */
export function freePortOption(): Option {
  return new Option('-p, --port <n>', 'port to listen on')
    .argParser(wholeNumber(0, 65_535))
    .default(0, 'any free one')
}
