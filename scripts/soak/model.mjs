import path from 'node:path'
import { bundledModules } from '../bundled-modules.mjs'

const source = `
export { configOf, openHouse, strictHouse } from './test/model/law/house.ts'
export { Lane } from './test/model/play/lane.ts'
`

/**
 * The model of the gateway that the tests use.
 * @param {string} folder where the bundle may lie
 * @returns {Promise<typeof import('../../test/model/law/house.ts') & typeof import('../../test/model/play/lane.ts')>}
 */
export function gatewayModel(folder) {
  return bundledModules(source, path.join(folder, 'model.mjs'))
}
