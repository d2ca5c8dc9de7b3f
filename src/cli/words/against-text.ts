import type {
  CallDifferences,
  LeftOut,
  PlayedAgainst,
} from '../../runtime/run-file/against/play-against.ts'
import { printable } from '../terminal/printable.ts'
import { counted } from './counted.ts'

/** How a run went at another gateway, answer by answer. */
export function againstText(against: string, played: PlayedAgainst): string {
  const { differences, leftOut, isStopped } = played
  return [
    ...differences.flatMap(differenceLines),
    ...leftOut.map(leftOutLine),
    ...(differences.length + leftOut.length > 0 ? [''] : []),
    ...(isStopped ? ['Stopped early. These are the results so far.'] : []),
    summary(against, played),
  ].join('\n')
}

function differenceLines({ call, differences }: CallDifferences): readonly string[] {
  return [
    `line ${call.line}: ${addressOf(call)}`,
    ...differences.map(({ path, recorded, gateway }) =>
      printable(`  ${path || 'body'}: recorded ${recorded}, gateway ${gateway}`),
    ),
  ]
}

function leftOutLine({ call, reason }: LeftOut): string {
  return `line ${call.line}: ${addressOf(call)} (${reason})`
}

function addressOf({ record }: CallDifferences['call']): string {
  const { method, path } = record.request
  return printable(`${method} ${path}`)
}

function summary(against: string, { sent, compared, differences, controlCalls }: PlayedAgainst) {
  const control =
    controlCalls === 0
      ? ''
      : ` ${counted(controlCalls, 'control call')} left out: a gateway has none.`
  const found =
    differences.length === 0
      ? 'no difference'
      : `${counted(differences.length, 'answer')} with differences`
  return `${counted(sent, 'request')} sent to ${against}, ${counted(compared, 'answer')} compared: ${found}.${control}`
}

/** The same for machines. */
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
