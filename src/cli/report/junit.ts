/** A test case of JUnit XML. Without an outcome it passed. */
export interface JunitCase {
  /** What it belongs to. */
  readonly group: string
  readonly name: string
  readonly seconds?: number
  readonly failure?: { readonly message: string; readonly type?: string; readonly text?: string }
  /** Why nothing was tested. */
  readonly skipped?: string | undefined
  /** What is shown although it passed. */
  readonly output?: string | undefined
}

export interface JunitSuite {
  readonly name: string
  readonly cases: readonly JunitCase[]
}

/** JUnit XML, as CI servers read it; suites without a case are left out. */
export function junitText(name: string, suites: readonly JunitSuite[]): string {
  const shown = suites.filter(({ cases }) => cases.length > 0)
  const counts = countsOf(shown.flatMap(({ cases }) => cases))
  const { tests, failures } = counts
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, tests, failures })}>`,
    ...shown.map(suiteText),
    '</testsuites>',
    '',
  ].join('\n')
}

/** What the sandbox spoilt must not look like something that passed. */
export function incompleteSuite(what: 'run' | 'sweep', sentences: readonly string[]): JunitSuite {
  const cases = sentences.map((message) => ({
    group: `sandgate.${what}`,
    name: `complete ${what}`,
    failure: { message, type: 'incomplete' },
  }))
  return { name: what, cases }
}

function countsOf(cases: readonly JunitCase[]) {
  return {
    tests: cases.length,
    failures: cases.filter(({ failure }) => failure !== undefined).length,
    skipped: cases.filter(({ skipped }) => skipped !== undefined).length,
  }
}

function suiteText({ name, cases }: JunitSuite): string {
  const start = `  <testsuite${attributes({ name, ...countsOf(cases) })}>`
  return [start, ...cases.map((one) => `    ${caseText(one)}`), '  </testsuite>'].join('\n')
}

function caseText({ group, name, seconds, failure, skipped, output }: JunitCase): string {
  const time = seconds?.toFixed(3)
  const { text, ...why } = failure ?? {}
  const content = [
    failure === undefined ? '' : element('failure', why, text),
    skipped === undefined ? '' : element('skipped', { message: skipped }),
    output === undefined ? '' : element('system-out', {}, output),
  ].join('')
  const start = `<testcase${attributes({ classname: group, name, time })}`
  return content === '' ? `${start}/>` : `${start}>${content}</testcase>`
}

function element(name: string, given: Attributes, text?: string): string {
  const start = `<${name}${attributes(given)}`
  return text === undefined ? `${start}/>` : `${start}>${escaped(text)}</${name}>`
}

type Attributes = Readonly<Record<string, string | number | undefined>>

function attributes(given: Attributes): string {
  return Object.entries(given)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(String(value))}"`))
    .join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Characters that XML does not allow become a replacement character. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (found) => entities[found] ?? found)
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
}
