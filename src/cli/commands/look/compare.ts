import { command } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { comparedFiles } from '../../report/files-report.ts'
import { printOptions, printReport } from '../../report/print-report.ts'
import { failOnOption } from '../../report/report-options.ts'

export const compareCommand = command({
  name: 'compare',
  group: 'See what happened',
  summary: 'Compare two reports or sweeps: what is new, gone and the same',
  details:
    'Compares two reports or two sweeps: JSON of --report, or run files. Shows what is new, what is gone and what is the same. The exit code is 4 if an error or an unsafe cell is new.',
  examples: ['compare main.json branch.json', 'compare main.json branch.json --output compared.md'],
  args: {
    old: argument('<old>', 'the earlier report, sweep or run file'),
    new: argument('<new>', 'the later one'),
  },
  options: {
    ...printOptions,
    failOn: failOnOption(
      'exit with 4 if a finding of this severity or worse is new (default: error); untested includes a later run that lost no response',
    ),
  },
  async run({ old, new: later, ...given }, { io }) {
    const compared = await comparedFiles(old, later, io)
    await printReport(compared, { ...given, failOn: given.failOn ?? 'error' }, io)
  },
})
