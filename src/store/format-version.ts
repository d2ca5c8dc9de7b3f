import { StoreTooNew } from './port/store-error.ts'

/**
 * Of all files. Version 2 added checks of the lines' order and of the key; the rows of version 1 are
 * the same, and its files are written again in version 2 when they are opened.
 */
export const FORMAT_VERSION = 2

export function refuseFuture(version: number, what: string): void {
  if (version <= FORMAT_VERSION) return
  throw new StoreTooNew(
    `${what} has format version ${version} and this sandgate reads up to ${FORMAT_VERSION}; ` +
      'use a newer sandgate',
  )
}
