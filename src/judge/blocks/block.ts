import type { FindingDocument } from '../findings/finding-document.ts'
import type { Doubled, StepDocument } from '../payments/payment-document.ts'
import { type ReportVerdict, verdictTones } from '../report-verdict.ts'
import type { CellResult } from '../sweep/cells/result.ts'
import type { Grid } from '../sweep/shown/grid.ts'

/** What a piece of text means; each output decides how that looks. */
export type BlockTone = 'good' | 'warn' | 'bad' | 'quiet' | 'strong'

/** A piece of text that is more than text. */
export interface Word {
  readonly text: string
  readonly tone?: BlockTone | undefined
  readonly isCode?: boolean
  readonly href?: string | undefined
  /** Whether it must not be overlooked, even without colours. */
  readonly isLoud?: boolean
  /** Whether it only adds to what is beside it. */
  readonly isAside?: boolean
  /** Whether something was tried, where a sign shows it. */
  readonly mark?: CaseMark
}

export type CaseMark = 'tried' | 'not tried' | 'not possible'

export type Words = string | Word | readonly (string | Word)[]

/** The verdict, and what limits it. */
export interface Strip {
  readonly kind: 'strip'
  readonly tone: 'good' | 'warn' | 'bad'
  /** Whether there is no verdict, because nothing was tested. */
  readonly isOpen?: boolean
  /** What it is the verdict of. */
  readonly title: string
  readonly line: string
  readonly notes: readonly Words[]
  /** What it compares, below the notes. */
  readonly sides?: readonly Side[]
}

/** One of two things that are compared. */
export interface Side {
  /** `Before` */
  readonly label: string
  /** `(1a2b3c4d5e, npm test)`; empty if nothing is known. */
  readonly about: string
  readonly line: string
}

export interface Heading {
  readonly kind: 'heading'
  readonly title: string
  /** The result that it names. */
  readonly result?: CellResult
  readonly id?: string | undefined
  readonly tone?: BlockTone | undefined
  /** How bad it is, in one word. */
  readonly label?: string | undefined
  /** What it is about, and where that is. */
  readonly about?: string | undefined
  readonly place?: string | undefined
  readonly codes?: readonly string[]
  /** `AUD 49.95 overcharged` */
  readonly money?: string | undefined
}

export interface Paragraph {
  readonly kind: 'paragraph'
  readonly words: Words
  readonly tone?: BlockTone
  /** `Instead` */
  readonly label?: string
}

export interface List {
  readonly kind: 'list'
  readonly items: readonly Words[]
  readonly title?: string
  readonly id?: string
}

/** What the cells of a column are, by which they get their room. */
export type ColumnLook =
  | 'name'
  | 'reference'
  | 'sentence'
  | 'amounts'
  /** They differ from those in the column before. */
  | 'other amounts'
  | 'short'
  | 'number'

interface BlockColumn {
  readonly title: string
  readonly look?: ColumnLook
}

export interface BlockTable {
  readonly kind: 'table'
  /** Whether its cells explain themselves where every line counts. */
  readonly isHeadless?: boolean
  readonly columns: readonly BlockColumn[]
  readonly rows: readonly (readonly Words[])[]
  /** What the rows are, if only some are shown at once where there is little room. */
  readonly one?: string
  /** What they come to. */
  readonly sum?: Words
  /** How many more there are that nobody kept. */
  readonly dropped?: number
}

/** The steps of a payment, numbered in this order. */
export interface StepsBlock {
  readonly kind: 'steps'
  readonly steps: readonly StepDocument[]
  /** That of the sums which they come to; undefined: these are not shown. */
  readonly currency?: string | undefined
  /** Whether the money that moved again is what went wrong. */
  readonly isDoubled?: boolean
}

/** Something to copy. */
interface Code {
  readonly kind: 'code'
  readonly text: string
  readonly label?: string
}

/** What is shown on demand; where nothing can be folded, `line` stands for it. */
interface Fold {
  readonly kind: 'fold'
  readonly summary: string
  readonly blocks: readonly Block[]
  readonly line?: Words | undefined
  readonly id?: string
}

/** Something under its own heading: a finding, a cell. */
export interface Part {
  readonly kind: 'part'
  readonly look: 'finding' | 'cell' | 'section'
  /** Whether it is shown only where somebody asks for it. */
  readonly isHidden?: boolean
  /** What it is, in one line. */
  readonly head: Heading
  /** Its own headings are among them. */
  readonly blocks: readonly Block[]
  /** What a terminal and a comment show in its place. */
  readonly line?: string
  /** Whether a comment shows all of it. */
  readonly isWhole?: boolean
  /** Where there is too little room for all parts: how many of what are left out with it. */
  readonly counts: readonly [count: number, one: string]
  /** Of a kind of finding: how many payments have it, or how often a habit was seen. */
  readonly times?: number
}

/** The cases that were tried. */
interface Meter {
  readonly kind: 'meter'
  readonly percent: number
}

/** The picture of a payment, where one can be drawn. */
export interface Picture {
  readonly kind: 'picture'
  readonly steps: readonly StepDocument[]
  readonly requests: FindingDocument['evidence']
  readonly currency: string
  readonly doubled: Doubled | null
}

/** The requests themselves, where there is room for them. */
export interface Requests {
  readonly kind: 'requests'
  readonly requests: FindingDocument['evidence']
}

/** The results of a sweep by call and fault, and what those that occur mean. */
export interface GridBlock {
  readonly kind: 'grid'
  readonly grids: readonly Grid[]
  readonly counts: readonly (readonly [result: CellResult, count: number])[]
  /** Whether each cell leads to what happened there; default: it does. */
  readonly isLinked?: boolean
}

/** A report is a list of these, drawn as text, Markdown and HTML. */
export type Block =
  | Strip
  | Heading
  | Paragraph
  | List
  | BlockTable
  | StepsBlock
  | Code
  | Fold
  | Part
  | Meter
  | Picture
  | Requests
  | GridBlock

export function paragraph(words: Words, more: Partial<Paragraph> = {}): Paragraph {
  return { kind: 'paragraph', words, ...more }
}

/** The pieces of a text. */
export function wordsIn(words: Words): readonly Word[] {
  const all = typeof words === 'string' || !Array.isArray(words) ? [words as string | Word] : words
  return all.map((one: string | Word) => (typeof one === 'string' ? { text: one } : one))
}

/** `Before (npm test):` */
export function sideLabel({ label, about }: Side): string {
  return `${label}${about && ` ${about}`}:`
}

/** A text without its meanings. */
export function plainWords(words: Words): string {
  return wordsIn(words)
    .map(({ text }) => text)
    .join('')
}

export function stripOf(
  verdict: ReportVerdict,
  words: Pick<Strip, 'title' | 'line' | 'notes'>,
): Strip {
  return { kind: 'strip', tone: verdictTones[verdict], isOpen: verdict === 'untested', ...words }
}
