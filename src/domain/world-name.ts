import { hasCardNumber } from '../base/redaction/redacted.ts'

export const worldNamePattern = /^[a-z0-9-]{1,40}$/

/** Windows reserves these names for devices, so no folder can have them. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/

/** Why no world can have this name; undefined if one can. */
export function worldNameFault(name: string): string | undefined {
  // It appears in links, lists and file names, which must not contain a card number.
  if (!worldNamePattern.test(name) || hasCardNumber(name)) {
    return 'use 1 to 40 characters (a-z, 0-9 and -), and no card number'
  }
  return deviceName.test(name)
    ? 'no folder can have this name on Windows, where it means a device; use another'
    : undefined
}
