import { type Command, Option } from 'commander'
import type { ControlClient } from '../../../client/control-client.ts'
import type { NotMovedResponse } from '../../../http/contract/control/calls/transactions.ts'
import { CliError, misuse } from '../../cli-error.ts'
import type { Io } from '../../io.ts'
import { auditList, formedLike } from '../../options/argument.ts'
import {
  connect,
  nextCommand,
  type TargetOptions,
  withTargetOptions,
} from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'
import { toneOf } from '../../terminal/style.ts'

interface MoveOptions extends TargetOptions {
  readonly all?: true
  readonly declined?: true
  readonly status?: 'approved' | 'declined' | 'error'
  readonly code?: string
}

type Moved = readonly { readonly audit: number; readonly status: string }[]

/** One way to decide transactions by hand. */
interface Move {
  readonly audits: readonly [flags: string, words: string]
  readonly code: readonly [words: string, form: RegExp, formWords: string]
  readonly options: readonly Option[]
  readonly send: (
    client: ControlClient,
    body: { audits: number[]; response_code?: string },
    options: MoveOptions,
  ) => Promise<readonly [answer: object, moved: Moved, refused: readonly NotMovedResponse[]]>
  readonly done: string
}

const moves = {
  settle: {
    audits: ['[audit...]', 'audits of the transactions to settle'],
    code: [
      'the bank’s code: 1 to 9 returns them, 00 clears them',
      /^(?:00|[1-9])$/,
      'The code of a return is 1 to 9, that of a clearance 00.',
    ],
    options: [
      new Option('--all', 'every pending direct debit'),
      new Option('--declined', 'return them instead of clearing them'),
    ],
    async send(client, { audits, ...body }, { all = false, declined = false, code }) {
      if (all === audits.length > 0) {
        throw misuse('settle needs either the audits of transactions or --all')
      }
      if (declined && code === '00') throw misuse('--code 00 clears a debit; leave --declined out')
      const status = declined ? { status: 'declined' as const } : {}
      const answer = await client.settle({ ...body, ...(all ? { all } : { audits }), ...status })
      return [answer, answer.settled, answer.refused ?? []]
    },
    done: 'settled',
  },
  resolve: {
    audits: ['<audit...>', 'audits of the transactions to decide'],
    code: [
      'the bank’s code',
      /^[0-9A-Za-z]{1,3}$/,
      "A bank's code is 1 to 3 digits or letters, such as 51.",
    ],
    options: [
      new Option('--status <status>', 'what they become')
        .choices(['approved', 'declined', 'error'])
        .makeOptionMandatory(),
    ],
    async send(client, body, { status = 'approved' }) {
      const answer = await client.resolve({ ...body, status })
      return [answer, answer.resolved, answer.refused]
    },
    done: 'decided',
  },
  return: {
    audits: ['<audit...>', 'audits of the direct debits to return'],
    code: [
      'the bank’s return code, 1 to 9 (default: 6)',
      /^[1-9]$/,
      'The code of a return is 1 to 9.',
    ],
    options: [],
    async send(client, body) {
      const answer = await client.return(body)
      return [answer, answer.returned, answer.refused]
    },
    done: 'returned',
  },
} satisfies Readonly<Record<string, Move>>

/** `settle`, `resolve` or `return`. */
export function moveCommand(name: keyof typeof moves) {
  const { audits: argument, code, options, send, done }: Move = moves[name]
  return (command: Command, io: Io): Command => {
    for (const option of options) command.addOption(option)
    const [words, form, formWords] = code
    return withTargetOptions(command)
      .argument(...argument, auditList)
      .option('--code <code>', words, formedLike(form, formWords))
      .action(async (audits: number[], given: MoveOptions, self: Command) => {
        const body = { audits, ...(given.code !== undefined && { response_code: given.code }) }
        const [answer, moved, refused] = await send(connect(given, io), body, given)
        const rows = moved.map((one) => [one.audit, { text: one.status, tone: toneOf(one.status) }])
        outputFor(given, io).result(answer, ({ table }) =>
          rows.length === 0
            ? `Nothing was ${given.all ? 'pending, so nothing was ' : ''}${done}.`
            : table([{ title: 'audit' }, { title: 'status' }], rows),
        )
        refuseIncomplete(self, refused)
      })
  }
}

/** Fails the command if it could not move everything that it was given. */
function refuseIncomplete(self: Command, refused: readonly NotMovedResponse[]): void {
  if (refused.length === 0) return
  const lines = refused.map(({ audit, reason }) => `Could not ${self.name()} ${audit}: ${reason}`)
  const next = nextCommand('transactions', self)
  throw new CliError(`${lines.join('\n')}; '${next}' lists what is there, with statuses`)
}
