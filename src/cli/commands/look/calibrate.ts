import { type Command, Option } from 'commander'
import { unknownNames } from '../../../document/nearest-word.ts'
import {
  type AssumptionKey,
  assumptionEntries,
  assumptionsWith,
} from '../../../domain/assumptions/assumptions.ts'
import { type Calibration, calibrate } from '../../../gateways/calibrate/calibrate.ts'
import {
  calibrationDocument,
  calibrationText,
  type WrittenFile,
} from '../../../gateways/calibrate/calibration-text.ts'
import {
  openSettingsFile,
  type SettingsFile,
  settingsText,
} from '../../../gateways/calibrate/settings-file.ts'
import { keysOf } from '../../../gateways/calibrate/verdict.ts'
import { counted } from '../../../insight/counted.ts'
import { loadConfig } from '../../../runtime/config/config.ts'
import { misuse } from '../../cli-error.ts'
import { jsonOption } from '../../command.ts'
import type { Io } from '../../io.ts'
import {
  consent,
  type GatewayOptions,
  gatewayOf,
  withGateway,
} from '../../options/gateway-options.ts'
import { writeOutput } from '../../process/files.ts'
import { codeOfSignal, stopSignal } from '../../process/signals.ts'
import { outputFor } from '../../terminal/output.ts'
import { progressBar } from '../../terminal/progress-bar.ts'

interface CalibrateCommandOptions extends GatewayOptions {
  readonly only?: readonly string[]
  readonly write?: string
  readonly json?: true
}

export function calibrateCommand(command: Command, io: Io): Command {
  const against = new Option('--against <url>', 'base address of the API, with /v1')
  return withGateway(command, against.makeOptionMandatory(), 'default: 1')
    .option('--only <assumption...>', 'measure only these, or groups such as paths')
    .option('--write <file>', 'write the assumptions that differ to a config file (YAML)')
    .addOption(jsonOption())
    .action((options: CalibrateCommandOptions) => run(options, io))
}

async function run(options: CalibrateCommandOptions, io: Io): Promise<void> {
  const { base, remote } = gatewayOf(options)
  const { merchant = 1, only = [], write } = options
  const keys = chosenKeys(only)
  const { document } = await loadConfig(undefined, process.cwd())
  const file = write === undefined ? undefined : await openSettingsFile(write)
  await consent(base, planFor(base.url, merchant), options.yes ?? false, io)
  const bar = progressBar('Calibrating', io.stderr)
  const calibration = await calibrate({
    remote,
    ours: assumptionsWith(document.assumptions ?? {}),
    merchant,
    keys,
    onProgress: bar.update,
    stopping: stopSignal(io),
  }).finally(bar.end)
  const output = outputFor(options, io)
  const written =
    file &&
    (await writtenTo(file, calibration, base.url).catch((cause: unknown) => {
      // The findings first, so that a file that cannot be written does not lose them.
      output.say(calibrationText(output, calibration, []))
      throw cause
    }))
  if (calibration.isStopped) io.exitCode = codeOfSignal('SIGINT')
  output.result(calibrationDocument(base.url, calibration, written), () =>
    calibrationText(output, calibration, endingOf(written)),
  )
}

function chosenKeys(names: readonly string[]): readonly AssumptionKey[] {
  const all = assumptionEntries().map(({ key }) => key)
  const groups = all.flatMap((key) => (key.includes('.') ? [key.replace(/\..*/, '')] : []))
  const known = [...new Set([...all, ...groups])]
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return keysOf(names)
  const [fact] = unknownNames(unknown, known).split(' (accepted')
  throw misuse(`--only: ${fact}; 'npx sandgate assumptions' lists them`)
}

function planFor(url: string, merchant: number): readonly string[] {
  return [
    `This will send about 500 requests to ${url}, for merchant ${merchant}:`,
    '  payments of 1 to 25 dollars by public test cards and a made-up bank account, voided or refunded afterwards;',
    '  two customers with stored cards and a stored bank account, deleted afterwards;',
    '  several hundred requests that are wrong on purpose and create nothing.',
    'Use it with a test environment only, never with a live gateway.',
  ]
}

async function writtenTo(
  file: SettingsFile,
  { measured }: Calibration,
  against: string,
): Promise<WrittenFile> {
  const { text, count, impossible } = await settingsText(file, measured, against)
  if (count > 0) await writeOutput(file.file, text)
  return { file: file.file, settings: count, not_written: impossible }
}

function endingOf(written: WrittenFile | undefined): readonly string[] {
  if (written === undefined) return []
  const { file, settings, not_written } = written
  const done =
    settings === 0
      ? `${file} needs no change.`
      : `Wrote ${counted(settings, 'setting')} to ${file}.`
  return [
    ...not_written.map(({ assumption, reason }) => `Not written: ${assumption}: ${reason}.`),
    not_written.length > 0 && settings === 0 ? `${file} was not changed.` : done,
  ]
}
