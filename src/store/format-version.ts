import { StoreTooNew } from './port/store-error.ts'

/**
 * The version of all file formats. Version 2 added checks of the order of lines and of the key;
 * rows are the same as in version 1, whose files are rewritten when they are opened.
 */
export const FORMAT_VERSION = 2

export function refuseFuture(version: number, what: string): void {
  if (version <= FORMAT_VERSION) return
  throw new StoreTooNew(
    `${what} has format version ${version} and this sandgate reads up to ${FORMAT_VERSION}; ` +
      'use a newer sandgate',
  )
}
