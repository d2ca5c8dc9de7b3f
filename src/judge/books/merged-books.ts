import type { BooksDocument } from './books-document.ts'

/** The most comparisons that a report shows. */
const MOST_BOOKS = 20

/** The latest comparisons with differences; those without any are added up. */
export function mergedBooks(all: readonly BooksDocument[]): readonly BooksDocument[] {
  const [first, second] = all.filter(({ findings }) => findings.length === 0)
  const agreeing = second === undefined ? first : all.reduce(added, nowhere)
  const different = all.filter(({ findings }) => findings.length > 0).slice(-MOST_BOOKS)
  return agreeing === undefined ? different : [...different, agreeing]
}

const nowhere: BooksDocument = {
  test: null,
  orders: 0,
  agreeing: 0,
  findings: [],
  dropped_findings: 0,
  undecided: [],
}

function added(sum: BooksDocument, one: BooksDocument): BooksDocument {
  if (one.findings.length > 0) return sum
  return {
    ...sum,
    orders: sum.orders + one.orders,
    agreeing: sum.agreeing + one.agreeing,
    undecided: [...sum.undecided, ...one.undecided],
  }
}
