import { DEFAULT_PORT } from '../../base/default-url.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import {
  allowHostForm,
  hostForm,
  isHost,
  isPublicUrl,
  publicUrlForm,
} from '../listening/server-address.ts'
import { acceptedFindings, merchants, users } from './config-parts.ts'
import {
  commandVariableList,
  controlToken,
  described,
  duration,
  formed,
  holidayFile,
  listKind,
  nameOfScenario,
  newFile,
  oneOfWords,
  onOrOff,
  orNull,
  pathKind,
  startTime,
  whole,
} from './kinds.ts'
import type { Kind, Setting, Typed } from './setting.ts'

function setting<const Entry extends Setting>(entry: Entry): Typed<Entry> {
  return entry
}

/** A config file, or its content in the library. */
const config: Kind<string, string | object> = {
  ...pathKind('a file'),
  optionForm: 'the path of a file, or what would be in it',
  accepts: (value) =>
    (typeof value === 'string' && value !== '') ||
    (typeof value === 'object' && !Array.isArray(value)),
}

/**
 * Every setting of a sandbox, in the order of the config file and of the help. To add one, add it
 * here and use it: options, variables, config, `init`, docs and types follow.
 */
export const settingsTable = {
  port: setting({
    kind: whole(0, 65_535),
    config: 'server.port',
    flag: '-p, --port <n>',
    help: 'port to listen on; 0: any free one',
    default: DEFAULT_PORT,
    inTests: { default: 0, usually: 'any free one' },
  }),
  host: setting({
    kind: formed(isHost, hostForm),
    config: 'server.host',
    flag: '--host <host>',
    group: 'Network',
    help: 'address to listen on; others than this machine need a control token',
    default: '127.0.0.1',
  }),
  allowHost: setting({
    kind: listKind(formed(isHost, allowHostForm)),
    config: 'server.hosts',
    flag: '--allow-host <name>',
    group: 'Network',
    help: 'other host names to accept, such as sandbox.test',
    default: [],
    sweeps: true,
  }),
  publicUrl: setting({
    kind: orNull(formed(isPublicUrl, publicUrlForm)),
    config: 'server.public_url',
    flag: '--public-url <url>',
    group: 'Network',
    help: 'base URL of all links, if a proxy is in front',
  }),
  data: setting({
    kind: pathKind('a folder'),
    config: 'server.data',
    flag: '--data <folder>',
    help: 'folder that keeps everything across restarts',
    default: '.sandgate',
    inTests: { default: undefined, usually: 'in memory' },
  }),
  memory: setting({
    kind: onOrOff,
    flag: '--memory',
    help: 'keep everything in memory, nothing on disk',
    excludes: ['data'],
  }),
  durability: setting({
    kind: oneOfWords('sync', 'relaxed'),
    config: 'server.durability',
    flag: '--durability <kind>',
    group: 'Sandbox',
    help: 'how data is stored: sync survives a power cut; relaxed is faster, and survives a killed process',
    default: 'sync',
  }),
  controlToken: setting({
    kind: orNull(controlToken),
    config: 'server.control_token',
    flag: '--control-token <token>',
    group: 'Network',
    help: 'bearer token that the control API requires; needed if other machines can call',
  }),
  controlTokenFile: setting({
    kind: pathKind('a file'),
    flag: '--control-token-file <file>',
    group: 'Network',
    help: 'file with that token',
    usually: 'SANDGATE_CONTROL_TOKEN',
    commands: 'start and exec',
    excludes: ['controlToken'],
  }),
  tls: setting({
    kind: onOrOff,
    flag: '--tls',
    group: 'Network',
    help: 'HTTPS with a generated certificate',
    sweeps: true,
    excludes: ['tlsCert', 'tlsKey'],
  }),
  tlsCert: setting({
    kind: orNull(pathKind('a PEM file')),
    config: 'server.tls.cert',
    flag: '--tls-cert <file>',
    group: 'Network',
    help: 'HTTPS with this PEM certificate, followed by those that sign it',
    sweeps: true,
    needs: { setting: 'tlsKey', what: 'the private key of the certificate' },
  }),
  tlsKey: setting({
    kind: orNull(pathKind('a PEM file')),
    config: 'server.tls.key',
    flag: '--tls-key <file>',
    group: 'Network',
    help: 'private key of that certificate',
    sweeps: true,
    needs: { setting: 'tlsCert', what: 'the certificate of the key' },
  }),
  auth: setting({
    kind: oneOfWords('open', 'required'),
    config: 'auth',
    help: 'whether callers need credentials: open, nobody does; required, only the users below may call',
    default: 'open',
    part: 'run',
  }),
  users: setting({
    kind: described(users),
    config: 'users',
    help: 'who may call the API',
    default: [],
    example: `
- name: shop
  password: s3cret      # for Basic
  token: tok-shop       # for Bearer
  merchant: 1           # the merchant of this user
  merchants: [1, 2]     # the merchants that this user may use`,
    part: 'run',
  }),
  merchants: setting({
    kind: described(merchants),
    config: 'merchants',
    help: 'the only merchants that exist; without this list, every merchant id is accepted',
    example: `
- id: 1
  name: Corner Shop
  vault: true
  standalone_refunds: true
  surcharge:            # percent
    default: "1.5"
    card_types: { amex: "2.2" }      # visa mastercard amex diners jcb unionpay discover
    methods: { direct_debit: "0" }   # card direct_debit
- id: 2`,
    part: 'run',
  }),
  scenario: setting({
    kind: listKind(nameOfScenario, 'the name of a built-in scenario, a file, or a list of these'),
    config: 'scenarios',
    flag: '--scenario <name>',
    help: 'built-in scenarios or files; the last one has the highest priority',
    default: ['default'],
    usually: 'the scenario default',
    part: 'run',
  }),
  env: setting({
    kind: commandVariableList,
    config: 'exec.env',
    flag: '--env <variable>',
    help: 'set a variable of the command (can be repeated): GATEWAY_URL to the base URL of the API, or GATEWAY_PORT={port}',
    default: [],
    part: 'run',
    commands: 'exec and sweep',
  }),
  config: setting({
    kind: config,
    flag: '--config <file>',
    help: 'config file',
    usually: 'sandgate.config.yaml, if it exists',
    part: 'run',
  }),
  import: setting({
    kind: pathKind('an export'),
    flag: '--import <file>',
    group: 'Sandbox',
    help: 'an export that the sandbox and all new worlds start with, and that a reset returns to',
    part: 'run',
  }),
  seed: setting({
    kind: whole(0, MAX_ID),
    config: 'seed',
    flag: '--seed <n>',
    group: 'Sandbox',
    help: 'seed of generated values: the same seed gives the same values',
    usually: 'another one at each start',
    example: '7',
    part: 'run',
  }),
  clock: setting({
    kind: startTime,
    config: 'clock',
    flag: '--clock <instant>',
    help: 'start with the clock frozen at this instant, or at the start of this day in Sydney',
    usually: 'the real time',
    example: '2026-03-10T01:00:00Z',
    part: 'run',
  }),
  keepWorlds: setting({
    kind: onOrOff,
    config: 'worlds.keep',
    help: 'whether named worlds are stored in the data folder, too',
    default: false,
    part: 'run',
  }),
  worldLimit: setting({
    kind: whole(1, 100_000),
    config: 'worlds.limit',
    help: 'how many worlds may exist at a time',
    default: 1000,
    part: 'run',
  }),
  worldRequired: setting({
    kind: onOrOff,
    config: 'worlds.required',
    help: 'whether an API request that names no world is refused',
    default: false,
    part: 'run',
  }),
  holidays: setting({
    kind: holidayFile,
    config: 'holidays',
    help: 'a file with { holidays: [2026-01-01, …] } that replaces the built-in holidays',
    example: './holidays.yaml',
    part: 'run',
  }),
  requestLimit: setting({
    kind: whole(1, 1_000_000),
    config: 'requests.limit',
    help: 'how many requests each world keeps; fewer if they take more than 64 MB',
    default: 5000,
    part: 'run',
  }),
  judge: setting({
    kind: onOrOff,
    config: 'report.judge',
    help: 'whether requests are judged',
    default: true,
    part: 'run',
  }),
  clientTimeout: setting({
    kind: duration,
    config: 'report.client_timeout',
    help: 'a client that waits longer than this for a response is reported as no-timeout',
    default: '120s',
    part: 'run',
  }),
  paymentsKept: setting({
    kind: whole(0, 100_000),
    config: 'report.payments_kept',
    help: 'how many payments of finished tests the report keeps',
    default: 1000,
    part: 'run',
  }),
  findingsKept: setting({
    kind: whole(1, 100_000),
    config: 'report.findings_kept',
    help: 'how many findings the report keeps',
    default: 1000,
    part: 'run',
  }),
  uniqueReferences: setting({
    kind: onOrOff,
    config: 'report.unique_references',
    flag: '--unique-references',
    group: 'Sandbox',
    help: 'each reference is one order, so a second payment of it is an error',
    default: false,
    part: 'run',
  }),
  accept: setting({
    kind: described(acceptedFindings),
    config: 'report.accept',
    help: 'known findings that the report lists as accepted; they do not fail',
    default: [],
    example: `
- code: charged-at-once
  test: double click      # any test unless given
  because: tested on purpose`,
    part: 'run',
  }),
  watch: setting({
    kind: onOrOff,
    flag: '--watch',
    group: 'Sandbox',
    help: 'reload a scenario file when it changes',
    default: false,
  }),
  record: setting({
    kind: newFile,
    flag: '--record <file>',
    group: 'Output',
    help: 'write everything that happens to a run file',
    excludes: ['watch'],
  }),
  readyFile: setting({
    kind: pathKind('a file'),
    flag: '--ready-file <file>',
    group: 'Output',
    help: 'write the ready line to this file when the sandbox responds',
    commands: 'start and exec',
  }),
  clockFile: setting({
    kind: pathKind('a file'),
    flag: '--clock-file <file>',
    group: 'Output',
    help: "keep the sandbox's time in this file, in the format of libfaketime",
  }),
  detach: setting({
    kind: onOrOff,
    flag: '--detach',
    help: 'run in the background, and exit when the sandbox is ready',
    commands: 'start',
  }),
  log: setting({
    kind: newFile,
    flag: '--log <file>',
    group: 'Output',
    help: 'with --detach: file for the output',
    usually: 'sandbox.log in --data',
    commands: 'start',
  }),
  quiet: setting({
    kind: onOrOff,
    flag: '--quiet',
    group: 'Output',
    help: 'print no line for each request, and no summary',
    inLibrary: 'print no warnings on standard error',
    default: false,
  }),
  json: setting({
    kind: onOrOff,
    flag: '--json',
    group: 'Output',
    help: 'print one JSON document',
    commands: 'start and exec',
  }),
}

/** What the groups of keys in the config file are about. */
export const configGroups: Readonly<Record<string, string>> = {
  server: 'Where the sandbox listens, and where it stores its data.',
  'server.tls': 'PEM files for HTTPS. The option --tls generates a certificate instead.',
  exec: 'What the command of exec and sweep gets.',
  worlds: 'Named worlds.',
  requests: 'The list of the last requests.',
  report: 'How clients are judged.',
}

/** The table without the types of its entries. */
export const allSettings: Readonly<Record<string, Setting>> = { ...settingsTable }
