import { outputFor } from '../../../src/cli/terminal/output.ts'
import { assumptionsWith, defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import { calibrate } from '../../../src/gateways/calibrate/calibrate.ts'
import { calibrationText } from '../../../src/gateways/calibrate/calibration-text.ts'
import { openSettingsFile, settingsText } from '../../../src/gateways/calibrate/settings-file.ts'
import { baseAddress } from '../../../src/gateways/remote/address.ts'
import { RemoteGateway } from '../../../src/gateways/remote/remote-gateway.ts'
import { startTestSandbox } from '../../support/start.ts'

/** What calibrate says and writes of a gateway that cancels instead of voiding. */
export async function calibrationSample() {
  const assumptions = assumptionsWith({ paths: { void: '/transactions/{audit}/cancel' } })
  await using sandbox = await startTestSandbox({ assumptions })
  const calibration = await calibrate({
    remote: new RemoteGateway(baseAddress(sandbox.api), undefined),
    ours: defaultAssumptions,
    merchant: 1,
    keys: ['paths.void', 'words.voided', 'card_cutoff'],
  })
  const file = await openSettingsFile('no-such-file.yaml')
  const written = await settingsText(file, calibration.measured, sandbox.api)
  return {
    said: calibrationText(outputFor({}, process), calibration, []),
    written: written.text.replace(/^#.*\n+/gm, '').trimEnd(),
  }
}
