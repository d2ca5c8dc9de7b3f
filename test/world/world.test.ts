import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../src/domain/time/instant.ts'
import { reportOf } from '../../src/insight/report/report-document.ts'
import { Run } from '../../src/insight/run/run.ts'
import { SweepWatch } from '../../src/insight/sweep/sweep-watch.ts'
import { advanceClock } from '../../src/world/commands/clock-commands.ts'
import { resetWorld } from '../../src/world/commands/state-commands.ts'
import { findOrCreateCustomer } from '../../src/world/commands/vault/customers.ts'
import { createToken } from '../../src/world/commands/vault/tokens.ts'
import type { Image, Medium, RowChange } from '../../src/world/records/medium.ts'
import { metaChange, readMeta } from '../../src/world/records/meta.ts'
import { Records } from '../../src/world/records/records.ts'
import { UnclearAnswers } from '../../src/world/unclear-answers.ts'
import type { World } from '../../src/world/world.ts'
import { lostAfter, ToldChapter } from '../insight/support/told-chapter.ts'
import { bareWorld, make, process } from '../support/bare-world.ts'
import { useRules } from '../support/rules.ts'
import { refusalOf } from '../support/transaction.ts'
import { advance } from '../support/world-time.ts'

const START = Date.parse('2026-03-10T01:00:00Z')

test.each<[string, (world: World) => unknown]>([
  ['a purchase', (world) => make(world)],
  ['an advance', (world) => advance(world, START + DAY)],
  ['a reset', resetWorld],
  ['another state', (world) => world.replace(new Records())],
])('%s that reaches a closed world is refused, and changes nothing', async (_what, act) => {
  const { world } = bareWorld(START)
  make(world, { bsb: '062-000' })
  await world.close()
  const before = world.records.image()
  expect(refusalOf(() => act(world))).toBe('not_found')
  expect(world.records.image()).toEqual(before)
})

test('a closed world asks for no wake-up, whatever was due in it', async () => {
  const { world, real, wakes } = bareWorld(START, 'running')
  make(world, { bsb: '062-000' })
  expect(wakes.at(-1)).toBeGreaterThan(0)
  await world.close()
  expect(wakes.at(-1)).toBeUndefined()
  const asked = wakes.length
  real.now += 30 * DAY
  expect(refusalOf(() => world.run(() => undefined))).toBe('not_found')
  world.clearAlarm()
  world.setAlarm()
  expect(wakes).toHaveLength(asked)
})

/** A medium that says what it was given, and can lose what came last. */
class HeldMedium implements Medium {
  readonly commits: (readonly RowChange[])[] = []
  readonly images: Image[] = []
  readonly #undos: (() => void)[] = []
  isClosed = false

  commit(changes: readonly RowChange[], undo: () => void): void {
    this.commits.push(changes)
    this.#undos.push(undo)
  }

  replace(image: Image, undo: () => void): void {
    this.images.push(image)
    this.#undos.push(undo)
  }

  durable(): undefined {
    return undefined
  }

  async close(): Promise<void> {
    await nextTurn()
    this.isClosed = true
  }

  lose(): void {
    this.#undos.pop()?.()
  }
}

test('a world is in use while somebody is in it, or a request is unanswered', () => {
  const { world } = bareWorld(START)
  expect(world.isInUse).toBe(false)
  world.enter()
  world.enter()
  world.leave()
  expect(world.isInUse).toBe(true)
  world.leave()
  expect(world.isInUse).toBe(false)
  world.unanswered.add('1 c-1')
  expect(world.isInUse).toBe(true)
})

test('a command announces the year in which its money moves', () => {
  const years: number[] = []
  const { world, real } = bareWorld(START, 'running', undefined, {
    yearReached: (year) => years.push(year),
  })
  world.run(() => undefined)
  world.run(() => undefined)
  expect(years).toEqual([2026])
  real.now = Date.parse('2026-12-20T00:00:00Z')
  world.run(() => undefined)
  expect(years).toEqual([2026, 2027])
})

describe('a rehearsal', () => {
  const texts = { reference: 'CUST-1', name: 'Ann Example' }
  const account = {
    type: 'bank',
    bsb: '062-000',
    accountNumber: '123456',
    accountName: 'A',
  } as const

  function makeToken(world: World) {
    return world.run((context) => {
      const { customer } = findOrCreateCustomer(world, context, 1, texts)
      const input = { preferredName: 'main', active: true, account }
      return [customer.id, createToken(world, context, customer, input).id]
    })
  }

  test('leaves nothing behind: no row, no number, no time, no event', () => {
    const medium = new HeldMedium()
    const { world } = bareWorld(START, 'frozen', undefined, { medium })
    make(world, { bsb: '062-000' })
    const [before, commits, pulse] = [
      world.records.image(),
      medium.commits.length,
      world.events.pulse,
    ]
    const told: unknown[] = []
    world.events.listen((event) => told.push(event))
    const made = world.rehearse(() => {
      makeToken(world)
      advance(world, START + 10 * DAY)
      return make(world)
    })
    expect(made).toMatchObject({ audit: 1_000_002, status: 'approved' })
    expect(world.records.image()).toEqual(before)
    expect([medium.commits.length, told, world.events.pulse]).toEqual([commits, [], pulse])
    expect(world.clock).toMatchObject({ mode: 'frozen', at: START })
    expect(makeToken(world)).toEqual([1, 1])
  })

  test('is over when it fails, too: what comes next is stored and told', () => {
    const medium = new HeldMedium()
    const { world } = bareWorld(START, 'frozen', undefined, { medium })
    const told: unknown[] = []
    world.events.listen((event) => told.push(event))
    const failing = () =>
      world.rehearse(() => {
        make(world)
        throw new Error('stop')
      })
    expect(failing).toThrow('stop')
    expect(world.records.size('transactions')).toBe(0)
    const commits = medium.commits.length
    make(world)
    expect([medium.commits.length, told.length]).toEqual([commits + 1, 1])
    expect(world.records.size('transactions')).toBe(1)
  })
})

describe('a commit', () => {
  test('is seen at once, given to the medium, and beats', () => {
    const medium = new HeldMedium()
    const { world } = bareWorld(START, 'frozen', undefined, { medium })
    const { pulse } = world.events
    const changes: readonly RowChange[] = [
      metaChange('seed', { value: 9 }),
      { table: 'rules', key: 'a/b', line: JSON.stringify({ id: 'a/b', seen: 1, hits: 1 }) },
    ]
    world.commit(changes)
    expect(medium.commits.at(-1)).toEqual(changes)
    expect(world.seed).toBe(9)
    expect(world.rules.countOf('a/b')).toMatchObject({ hits: 1 })
    expect(world.events.pulse).not.toBe(pulse)
  })

  test('that is lost is taken back, with the clock and the wake-up that it brought', () => {
    const medium = new HeldMedium()
    const { world, wakes } = bareWorld(START, 'running', undefined, { medium })
    const { clock } = world
    world.commit([metaChange('clock', { mode: 'running', offset: DAY })])
    expect(world.now()).toBe(START + DAY)
    medium.lose()
    expect([world.clock, world.now()]).toEqual([clock, START])
    make(world, { bsb: '062-000' })
    const asked = wakes.at(-1) ?? 0
    world.run((context) => advanceClock(world, context, { to: START + HOUR, subject: 'nothing' }))
    expect(wakes.at(-1)).toBe(asked - HOUR)
    medium.lose()
    expect(wakes.at(-1)).toBe(asked)
    medium.lose()
    expect(world.records.size('transactions')).toBe(0)
  })

  test('of nothing is given to nobody', () => {
    const medium = new HeldMedium()
    const { world } = bareWorld(START, 'frozen', undefined, { medium })
    const commits = medium.commits.length
    world.commit([])
    expect(medium.commits).toHaveLength(commits)
  })

  test('reaches no closed world', async () => {
    const { world } = bareWorld(START)
    await world.close()
    expect(refusalOf(() => world.commit([]))).toBe('not_found')
    expect(refusalOf(() => world.run(() => undefined))).toBe('not_found')
    expect(refusalOf(() => world.replace(new Records()))).toBe('not_found')
  })
})

describe('another state', () => {
  function stateAt(at: number): Records {
    const { world } = bareWorld(at)
    const outcome = { responseCode: '51', delayMs: 1 }
    const window = { ms: 1000, since: 'load' } as const
    useRules(world, { when: {}, outcome }, { when: { operation: ['void'] }, window, outcome })
    process(world)
    const records = new Records()
    for (const [table, lines] of Object.entries(world.records.image().tables)) {
      for (const line of lines) records.load(table as RowChange['table'], line)
    }
    return records
  }

  test('brings its own time, rules and transactions; slow answers come at once', () => {
    const medium = new HeldMedium()
    const { world } = bareWorld(START, 'frozen', undefined, { medium })
    const { pulse } = world.events
    world.replace(stateAt(START - HOUR))
    expect(world.now()).toBe(START - HOUR)
    expect(world.rules.scenarios.map(({ name }) => name)).toEqual(['test'])
    expect(world.rules.countOf('test/rule-2')).toMatchObject({ from: START - HOUR })
    expect(world.records.transaction(1_000_001)).toMatchObject({
      status: 'declined',
      responseCode: '51',
    })
    expect(world.records.size('slow_answers')).toBe(0)
    expect(medium.images).toHaveLength(1)
    expect(medium.images[0]?.tables.rules.join()).toContain('test/rule-2')
    expect(world.events.pulse).not.toBe(pulse)
  })

  test('that is lost leaves the one before', () => {
    const medium = new HeldMedium()
    const { world } = bareWorld(START, 'frozen', undefined, { medium })
    const { records } = world
    world.replace(stateAt(START - HOUR))
    medium.lose()
    // The slow answer of the new state was lost before.
    medium.lose()
    expect([world.records, world.now()]).toEqual([records, START])
    expect(world.rules.scenarios.map(({ name }) => name)).toEqual(['default'])
  })

  test('knows nothing of requests that are unanswered', () => {
    const { world } = bareWorld(START)
    world.unanswered.add('1 c-1')
    world.replace(new Records())
    expect(world.unanswered.size).toBe(0)
  })

  test('without a seed of its own has that of the start', () => {
    const { world } = bareWorld(START)
    world.commit([metaChange('seed', { value: 9 })])
    const { pulse } = world.events
    world.replace(new Records())
    expect(world.seed).toBe(7)
    expect(world.events.pulse).not.toBe(pulse)
  })
})

test('a reset goes back to the start options, and begins the journal again', () => {
  const { world } = bareWorld(START)
  const { history } = world
  useRules(world)
  make(world)
  advance(world, START + DAY)
  world.reset()
  expect(world.records.image().tables.transactions).toEqual([])
  expect(readMeta(world.records, 'clock')).toMatchObject({ mode: 'frozen', at: START })
  expect(readMeta(world.records, 'seed')).toMatchObject({ value: 7 })
  expect([world.now(), world.rules.scenarios.map(({ name }) => name)]).toEqual([START, ['default']])
  expect(world.history).not.toBe(history)
})

test('a world that keeps its scenarios stores them from the start', () => {
  const { world } = bareWorld(START)
  expect(readMeta(world.records, 'scenarios')).toBeUndefined()
  Object.assign(world.start, { keepsScenarios: true })
  world.reset()
  expect(readMeta(world.records, 'scenarios')?.loaded.map(({ name }) => name)).toEqual(['default'])
})

test('a world closes its medium and ends its listeners', async () => {
  const medium = new HeldMedium()
  const { world } = bareWorld(START, 'frozen', undefined, { medium })
  let ends = 0
  world.events.listen(
    () => undefined,
    () => {
      ends += 1
    },
  )
  await world.close()
  expect([medium.isClosed, ends, world.isClosed, world.events.isWatched]).toEqual([
    true,
    1,
    true,
    false,
  ])
})

test('what happens without a request beats, and is in the history', () => {
  const { world } = bareWorld(START)
  const { pulse } = world.events
  world.moved({ audit: 1, at: START, to: 'approved', isAnswer: false, isExpiry: false })
  expect(world.events.pulse).not.toBe(pulse)
})

describe('where clients are judged', () => {
  const limits = {
    correlationCacheMs: 24 * HOUR,
    noTimeOutMs: 120_000,
    storiesKept: 1000,
    findingsKept: 1000,
  }
  const wholeRun = { world: undefined, isCurrentOnly: false }

  /** Records with one call whose client does not know its result. */
  function withOpenCall(): Records {
    const records = new Records()
    const commit = (changes: readonly RowChange[]) => void records.apply(changes)
    const unclear = new UnclearAnswers({ records, isClosed: false, commit })
    const told = new ToldChapter()
    unclear.end(told.exchange({ ...lostAfter, id: 'c-1' }, undefined), undefined)
    return records
  }

  const unclearIn = ({ records }: World) =>
    records.keys('meta').filter((key) => String(key).startsWith('unclear'))

  test('a world that is kept recalls open calls of the run before, in its first chapter', () => {
    const run = new Run(limits)
    const { world } = bareWorld(START, 'frozen', undefined, {
      records: withOpenCall(),
      isKept: true,
      run,
    })
    expect(unclearIn(world)).toEqual(['unclear 1', 'unclear kept'])
    expect(reportOf(run.part(wholeRun), new Set()).headline).toBe('UNSAFE: 1 unresolved')
    world.reset()
    expect(unclearIn(world)).toEqual(['unclear kept'])
    expect(world.place).toEqual({ world: 'bare', label: undefined, chapterNumber: 2 })
    world.reset('label')
    expect(world.place).toEqual({ world: 'bare', label: 'label', chapterNumber: 3 })
  })

  test('one that was closed for a while only recalls nothing', () => {
    const run = new Run(limits)
    run.begin('bare')
    const parts = { records: withOpenCall(), isKept: true, run }
    const { world } = bareWorld(START, 'frozen', undefined, parts)
    expect(unclearIn(world)).toEqual(['unclear 1'])
    expect(reportOf(run.part(wholeRun), new Set()).headline).not.toContain('UNSAFE')
  })

  test('one that is not kept has no open calls to keep', () => {
    const run = new Run(limits)
    const { world } = bareWorld(START, 'frozen', undefined, { records: withOpenCall(), run })
    expect([world.unclear, unclearIn(world)]).toEqual([undefined, ['unclear 1']])
    world.replace(withOpenCall())
    expect(unclearIn(world)).toEqual([])
  })

  test('and where they are not, open calls are dropped', () => {
    const parts = { records: withOpenCall(), isKept: true }
    const { world } = bareWorld(START, 'frozen', undefined, parts)
    expect([world.unclear, unclearIn(world)]).toEqual([undefined, []])
  })

  test('what becomes of a payment without a request is told in its story', () => {
    const run = new Run(limits)
    const { world } = bareWorld(START, 'frozen', undefined, { run })
    const held = make(world, { operation: 'preauthorisation' })
    const resolves = [{ after: { kind: 'elapsed', ms: 1000 }, status: 'declined' }] as const
    useRules(world, { when: {}, outcome: { status: 'unknown', resolves } })
    const told = new ToldChapter()
    for (const { audit, kind, status } of [held, make(world)]) {
      const call = told.exchange({ operation: kind, reference: `order ${audit}` }, undefined)
      const made = { audit, kind, status, rail: 'card', amount: 1000, total: 1000 }
      const facts = { ...call.facts, made } as unknown as typeof call.facts
      world.history.ended({ ...call, audit, facts })
    }
    world.rehearse(() => advance(world, START + 8 * DAY))
    advance(world, START + 8 * DAY)
    const texts = run.stories(wholeRun).map((story) => story.view().steps.map(({ text }) => text))
    expect(texts).toEqual([
      ['approved', 'audit 1000001 has expired: the money is no longer held'],
      ['undecided (status unknown)', expect.stringMatching(/^audit 1000002 is now declined/)],
    ])
  })

  test('a sweep is told what a chapter leaves in the vault, at each reset and at the end', async () => {
    const sweep = new SweepWatch({})
    const { world } = bareWorld(START, 'frozen', undefined, { sweep })
    const customer = (reference: string) =>
      world.run((context) =>
        findOrCreateCustomer(world, context, 1, { reference, name: 'Ann Example' }),
      )
    customer('CUST-1')
    customer('CUST-2')
    expect(sweep.sums.customers).toBe(0)
    world.reset()
    expect(sweep.sums.customers).toBe(2)
    customer('CUST-1')
    await world.close()
    expect(sweep.sums.customers).toBe(3)
    await world.close()
    expect(sweep.sums.customers).toBe(3)
  })

  test('a one-shot rule that no request met is told when the chapter ends', async () => {
    for (const end of ['reset', 'close', 'conclude'] as const) {
      const run = new Run(limits)
      const { world } = bareWorld(START, 'frozen', undefined, { run })
      const rule = { name: 'one', when: {}, times: 1, outcome: { responseCode: '51' } }
      const other = { ...rule, name: 'two' }
      const rules = [rule, other].map((each) => ({ id: `rules/${each.name}`, rule: each }))
      world.rules.adoptOneShots(rules)
      make(world)
      if (end === 'reset') world.reset()
      else if (end === 'close') await world.close()
      else world.concludeJudging()
      const { findings } = run.part(wholeRun)
      expect(findings).toMatchObject([{ code: 'rule-never-met', subject: 'rule two' }])
    }
  })
})
