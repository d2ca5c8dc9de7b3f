import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../free-port.mjs'
import { fillDisk } from './full-disk.mjs'
import { Shop } from './shop.mjs'
import { SoakedSandbox } from './soaked-sandbox.mjs'

/** @typedef {import('../../test/model/play/lane.ts').Lane} Lane */
/** @typedef {import('../../test/model/law/house.ts').House} House */
/** @typedef {Awaited<ReturnType<typeof import('./model.mjs').gatewayModel>>} Model */

/** Worlds wait for the disk, each on its own: the more of them, the busier the processor. */
const LANES = 16
const SHOPPERS = 2

/** One data folder, whose sandbox comes and goes, and those who call it. */
export class Site {
  /** @type {Lane[]} */
  lanes = []
  /** @type {Shop | undefined} */
  shop
  #options

  /** @param {{ readonly data: string, readonly config: string, readonly port: number }} options */
  constructor(options) {
    this.#options = options
  }

  get data() {
    return this.#options.data
  }

  /**
   * @param {Model} model @param {House} house
   * @param {{ readonly folder: string, readonly seed: number }} where
   */
  static async open({ Lane, configOf }, house, { folder, seed }) {
    await mkdir(folder)
    const config = path.join(folder, 'sandgate.config.json')
    // Few requests are kept, so that the list is soon full: what grows after that is a leak.
    const settings = { ...configOf(house), worlds: { keep: true }, requests: { limit: 200 } }
    await writeFile(config, JSON.stringify(settings))
    // Always the same one: answers that come again hold links as they were.
    const port = await freePort()
    const site = new Site({ data: path.join(folder, 'data'), config, port })
    const world = (/** @type {number} */ lane) => `http://127.0.0.1:${port}/w/model-${lane}`
    site.lanes = Array.from({ length: LANES }, (_, at) => new Lane(world(at), house, seed + at))
    if (house.auth === 'open') site.shop = new Shop(seed)
    return site
  }

  start() {
    return SoakedSandbox.start(this.#options)
  }

  /** What was under way when the last sandbox ended, and all that it had acknowledged. */
  /** @param {SoakedSandbox} sandbox @param {string[]} failures */
  async recover(sandbox, failures) {
    await this.#inLanes((lane) => lane.recover(), failures)
    return (await this.shop?.check(sandbox, failures)) ?? 0
  }

  /** Once more, all that was ever acknowledged. */
  /** @param {string[]} failures */
  async checkAll(failures) {
    const sandbox = await this.start()
    await this.#inLanes((lane) => lane.recover(), failures)
    const checked = (await this.shop?.checkAll(sandbox, failures)) ?? 0
    await sandbox.end('SIGTERM')
    return checked
  }

  /** @param {SoakedSandbox} sandbox @param {number} end @param {string[]} failures */
  async trade(sandbox, end, failures) {
    const isOver = () => performance.now() >= end || sandbox.isOver || failures.length > 0
    const { shop } = this
    const shoppers = shop
      ? Array.from({ length: SHOPPERS }, () => shop.trade(sandbox, end, failures))
      : []
    await Promise.all([this.#inLanes((lane) => lane.play(isOver), failures), ...shoppers])
  }

  /** Only the lanes, whose worlds are reset repeatedly. */
  /** @param {() => boolean} isOver @param {string[]} failures */
  async tradeCalmly(isOver, failures) {
    await this.#inLanes((lane) => lane.play(() => isOver() || failures.length > 0), failures)
  }

  /** Nothing is processed while there is no room for it, and everything is there afterwards. */
  /** @param {SoakedSandbox} sandbox @param {string[]} failures */
  async tradeOnFullDisk(sandbox, failures) {
    fillDisk(sandbox.pid, true)
    const end = performance.now() + 300
    await this.#inLanes((lane) => lane.playOnFullDisk(() => performance.now() >= end), failures)
    fillDisk(sandbox.pid, false)
    await this.#inLanes((lane) => lane.recover(), failures)
  }

  /** Everybody goes on until the sandbox dies. */
  /** @param {SoakedSandbox} sandbox @param {number} end @param {string[]} failures */
  async tradeToTheEnd(sandbox, end, failures) {
    const isOver = () => sandbox.isOver || failures.length > 0
    const { shop } = this
    const shoppers = shop
      ? Array.from({ length: SHOPPERS }, () => shop.trade(sandbox, end, failures))
      : []
    await Promise.all([this.#inLanes((lane) => lane.playToTheEnd(isOver), failures), ...shoppers])
  }

  /** @param {(lane: Lane) => Promise<void>} play @param {string[]} failures */
  async #inLanes(play, failures) {
    await Promise.all(
      this.lanes.map((lane) =>
        play(lane).catch((failure) => {
          const history = lane.history.slice(-12).join('\n')
          failures.push(`${failure.message}\nThe history before it:\n${history}`)
        }),
      ),
    )
  }
}
