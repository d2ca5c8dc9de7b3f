import { expect, test } from 'vitest'
import { allFindings } from '../../src/insight/findings/all-findings.ts'
import { findingText } from '../../src/insight/report/text-report.ts'
import { everyFinding } from '../insight/gallery/every-finding.ts'
import { exhibits } from '../insight/gallery/exhibits.ts'

const head = `# Findings

<!-- Made from a run that shows every finding once. -->

Each finding of a [report](report.md) as \`sandgate exec\` prints it. \`#41\` is the number of the request in the journal, and *audit* is the gateway's number of a transaction. Times are those of the sandbox, in Sydney.
`

// `npx vitest run test/docs/findings-page.test.ts -u` writes the page anew.
test('docs/findings.md shows every finding as it is printed', async () => {
  const { findings } = await everyFinding()
  const sections = allFindings.map(({ code, severity, seen }) => {
    const found = findings.find((one) => one.code === code && one.chapter === exhibits[code].test)
    if (found === undefined) throw new Error(`${code} was not found`)
    const text = findingText(found).replace(/after \d+ s, and/, 'after 121 s, and')
    return `\n## ${code}\n\n*${severity}.* ${seen}\n\n\`\`\`text\n${text}\n\`\`\`\n`
  })
  const page = new URL('../../docs/findings.md', import.meta.url).pathname
  await expect(head + sections.join('')).toMatchFileSnapshot(page)
})
