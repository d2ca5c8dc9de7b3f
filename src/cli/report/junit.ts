/** A suite of JUnit XML, with its cases as XML. */
export interface JunitSuite {
  readonly name: string
  readonly cases: readonly string[]
  readonly failures: number
  readonly skipped: number
}

/** `attributes`: those of all suites together. */
export function junitText(name: string, suites: readonly JunitSuite[], attributes = ''): string {
  const head = `<testsuites name="${name}"${attributes}>`
  const xml = '<?xml version="1.0" encoding="UTF-8"?>'
  return [xml, head, ...suites.map(suiteText), '</testsuites>', ''].join('\n')
}

function suiteText({ name, cases, failures, skipped }: JunitSuite): string {
  const counts = `tests="${cases.length}" failures="${failures}" skipped="${skipped}"`
  return [`  <testsuite name="${escaped(name)}" ${counts}>`, ...cases, '  </testsuite>'].join('\n')
}

/** What the sandbox spoilt must not look like something that passed. */
export function incompleteSuite(what: 'run' | 'sweep', sentences: readonly string[]): JunitSuite {
  const open = `    <testcase classname="sandgate.${what}" name="complete ${what}"`
  const cases = sentences.map(
    (one) => `${open}><failure message="${escaped(one)}" type="incomplete"/></testcase>`,
  )
  return { name: what, cases, failures: cases.length, skipped: 0 }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Characters that XML does not allow become a replacement character. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (found) => entities[found] ?? found)
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
}
