/** What a run, a test or a sweep shows, worst first: the first that applies is the verdict. */
export const reportVerdicts = ['unsafe', 'warnings', 'untested', 'safe'] as const

export type ReportVerdict = (typeof reportVerdicts)[number]

export function worstVerdict(
  applies: Readonly<Record<Exclude<ReportVerdict, 'safe'>, boolean>>,
): ReportVerdict {
  return reportVerdicts.find((one) => one === 'safe' || applies[one]) ?? 'safe'
}

export const ladderWords: Readonly<Record<ReportVerdict, string>> = {
  unsafe: 'Unsafe',
  warnings: 'Warnings',
  untested: 'Untested',
  safe: 'Safe',
}

export const verdictTones = {
  unsafe: 'bad',
  warnings: 'warn',
  untested: 'warn',
  safe: 'good',
} as const
