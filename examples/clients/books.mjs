import { fileURLToPath } from 'node:url'
import { notebook } from './notes.mjs'

/**
 * What the shop believes of an order, in cents.
 * @typedef {{ paid: number, refunded?: number, state: string }} Entry
 */

const book = notebook('books.json')

/**
 * Writes down what happened to an order.
 * @param {string} reference
 * @param {Partial<Entry>} entry
 */
export function enter(reference, entry) {
  book.put(reference, { reference, paid: 0, ...book.get(reference), ...entry })
}

/** For `sandgate exec --books` and `sandgate sweep --books`: prints the books. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(Object.values(book.all())))
}
