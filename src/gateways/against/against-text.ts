import { printable } from '../../document/printable.ts'
import { counted } from '../../insight/counted.ts'
import type { CallDifferences, PlayedAgainst } from './play-against.ts'
import type { RecordedCall } from './translation.ts'

const ADVICE = 'To measure what your sandbox should assume instead:'

/** The result of playing a run at another gateway: each difference with its calls. */
export function againstText(against: string, played: PlayedAgainst): string {
  const { differences, leftOut, isStopped } = played
  return [
    ...differenceLines(differences),
    ...leftOut.map(({ call, reason }) => `line ${call.line}: ${addressOf(call)} (${reason})`),
    ...(differences.length + leftOut.length > 0 ? [''] : []),
    ...(isStopped ? ['Stopped early. These are the results so far.'] : []),
    summary(against, played),
    ...(differences.length > 0 ? [`${ADVICE} npx sandgate calibrate --against ${against}`] : []),
  ].join('\n')
}

/** Groups equal differences, each with the calls that have it. */
function differenceLines(all: readonly CallDifferences[]): readonly string[] {
  const groups = new Map<string, RecordedCall[]>()
  for (const { call, differences } of all) {
    for (const { path, recorded, gateway } of differences) {
      const told = `${path || 'body'}: ${gateway} instead of ${recorded}`
      groups.set(told, [...(groups.get(told) ?? []), call])
    }
  }
  return [...groups]
    .toSorted(([, some], [, others]) => others.length - some.length)
    .flatMap(([told, calls]) => groupLines(told, calls))
}

/** How many calls with the same difference are named. */
const NAMED = 3

function groupLines(told: string, calls: readonly RecordedCall[]): readonly string[] {
  const more = calls.length - NAMED
  return [
    printable(`in ${counted(calls.length, 'answer')}: ${told}`),
    ...calls.slice(0, NAMED).map((call) => `  line ${call.line}: ${addressOf(call)}`),
    ...(more > 0 ? [`  and ${more} more; --json lists them`] : []),
  ]
}

function addressOf({ record }: RecordedCall): string {
  const { method, path } = record.request
  return printable(`${method} ${path}`)
}

function summary(against: string, { sent, compared, differences, controlCalls }: PlayedAgainst) {
  const control =
    controlCalls === 0
      ? ''
      : ` ${counted(controlCalls, 'control call')} left out: the gateway has no control API.`
  const found =
    differences.length === 0
      ? 'no difference'
      : `${counted(differences.length, 'answer')} with differences`
  return `${counted(sent, 'request')} sent to ${against}, ${counted(compared, 'answer')} compared: ${found}.${control}`
}

/** The result as JSON. */
export function againstDocument(against: string, played: PlayedAgainst) {
  const { sent, compared, differences, leftOut, controlCalls, isStopped } = played
  return {
    against,
    complete: !isStopped,
    sent,
    compared,
    control_calls_left_out: controlCalls,
    left_out: leftOut.map(({ call, reason }) => ({
      line: call.line,
      request: addressOf(call),
      reason,
    })),
    differences: differences.map(({ call, differences: found }) => ({
      line: call.line,
      request: addressOf(call),
      differences: found,
    })),
  }
}
