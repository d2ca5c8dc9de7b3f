import { numberText } from '../../base/text/counted.ts'

/** A row with the line on which it begins. */
export interface CsvRow {
  readonly line: number
  readonly fields: readonly string[]
}

/** What is wrong with a text that should be CSV. */
export class CsvFault extends Error {
  override readonly name = 'CsvFault'
}

interface CsvLimits {
  readonly rows: number
  readonly fields: number
  readonly fieldLength: number
}

/**
 * Rows as in RFC 4180; semicolons separate fields if the header line has no comma. Reading stops one row
 * beyond the limit, so that no text takes long.
 */
export function csvRows(text: string, limits: CsvLimits): readonly CsvRow[] {
  const reader = new CsvReader(text, limits)
  const rows: CsvRow[] = []
  while (reader.skipEmptyLines() && rows.length <= limits.rows) rows.push(reader.row())
  return rows
}

class CsvReader {
  at = 0
  #line = 1
  readonly #text: string
  readonly #comma: string
  readonly #limits: CsvLimits

  constructor(text: string, limits: CsvLimits) {
    this.#text = text
    this.#limits = limits
    const [header = ''] = text.split('\n', 1)
    this.#comma = header.includes(',') ? ',' : ';'
  }

  /** Whether there is more text. */
  skipEmptyLines(): boolean {
    while (this.at < this.#text.length && this.#isLineEnd()) this.#endLine()
    return this.at < this.#text.length
  }

  row(): CsvRow {
    const line = this.#line
    const fields = [this.#field()]
    while (this.#text[this.at] === this.#comma) {
      this.at += 1
      fields.push(this.#field())
      if (fields.length > this.#limits.fields) {
        throw new CsvFault(`line ${line}: more than ${this.#limits.fields} fields`)
      }
    }
    if (this.at < this.#text.length) this.#endLine()
    return { line, fields }
  }

  #field(): string {
    const field = this.#text[this.at] === '"' ? this.#quoted() : this.#plain()
    if (this.at === this.#text.length || this.#isLineEnd()) return field
    if (this.#text[this.at] === this.#comma) return field
    throw this.#strayQuote()
  }

  #plain(): string {
    const start = this.at
    while (this.at < this.#text.length && !this.#isPlainEnd()) {
      this.at += 1
      this.#checkLength(start)
    }
    return this.#text.slice(start, this.at)
  }

  #quoted(): string {
    const [start, line] = [this.at + 1, this.#line]
    this.at = start
    for (;;) {
      const char = this.#text[this.at]
      if (char === undefined) throw new CsvFault(`line ${line}: a quote is not closed`)
      if (char === '"' && this.#text[this.at + 1] !== '"') break
      if (char === '\n') this.#line += 1
      this.at += char === '"' ? 2 : 1
      this.#checkLength(start)
    }
    this.at += 1
    return this.#text.slice(start, this.at - 1).replaceAll('""', '"')
  }

  #checkLength(start: number): void {
    if (this.at - start <= this.#limits.fieldLength) return
    const most = numberText(this.#limits.fieldLength)
    throw new CsvFault(
      `line ${this.#line}: a field has more than ${most} characters; is a quote missing?`,
    )
  }

  #strayQuote(): CsvFault {
    return new CsvFault(`line ${this.#line}: a quote is out of place`)
  }

  #isPlainEnd(): boolean {
    const char = this.#text[this.at]
    return char === this.#comma || char === '"' || this.#isLineEnd()
  }

  #isLineEnd(): boolean {
    const char = this.#text[this.at]
    if (char !== '\r') return char === '\n'
    return this.at + 1 === this.#text.length || this.#text[this.at + 1] === '\n'
  }

  #endLine(): void {
    this.at += this.#text[this.at] === '\r' && this.at + 1 < this.#text.length ? 2 : 1
    this.#line += 1
  }
}
