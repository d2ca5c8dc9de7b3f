import { readdirSync, readFileSync } from 'node:fs'

/**
 * Fails if something is described a second time. Each check gets the source files and gives the
 * second descriptions that it finds, one line each.
 */

/** @typedef {{ readonly name: string, readonly text: string }} SourceFile */

const root = new URL('..', import.meta.url)

/** Without comments, which may name anything. @type {readonly SourceFile[]} */
const sources = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .map((name) => ({
    name,
    text: readFileSync(new URL(name, root), 'utf8').replaceAll(
      /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
      '',
    ),
  }))

/** @type {readonly ((sources: readonly SourceFile[]) => readonly string[])[]} */
const checks = [
  ...[settings, filters, answers, shapes, bodies, faults, verdicts, reports, judging, records],
  ...[moves, names, words],
]

/** Where the option or variable of a setting means another thing: `stop` looks for a running sandbox. */
const otherOptions = new Map([
  ['--data', 'src/cli/commands/run/stop.ts'],
  ['--port', 'src/cli/commands/run/stop.ts'],
  ['--ready-file', 'src/cli/options/ready-sandbox.ts'],
  ['--record', 'src/cli/options/sweep-options.ts'],
  ['--seed', 'src/cli/commands/data/seed.ts'],
])

/** A setting's option, variable and key in the config are in the table of settings alone. */
function settings(/** @type {readonly SourceFile[]} */ files) {
  const table = 'src/runtime/config/settings-table.ts'
  const { text = '' } = files.find(({ name }) => name === table) ?? {}
  const flags = [...text.matchAll(/\bflag: '(?:-\w, )?(--[\w-]+)/g)].map(([, flag = '']) => flag)
  const keys = [...text.matchAll(/\bconfig: '([\w.]+)'/g)].map(([, key = '']) => key)
  if (flags.length < 20 || keys.length < 20) return [`${table} has no settings any more`]
  const ways = [
    ...flags.map((flag) => ({
      what: flag,
      second: new RegExp(`\\boption\\(\\s*['"\`](?:-\\w, )?${flag}(?![\\w-])`, 'i'),
    })),
    ...flags.map((flag) => ({
      what: flag,
      second: new RegExp(
        `\\benv(?:\\(\\s*['"\`]|\\.|\\[['"\`])SANDGATE_${flag.slice(2).replaceAll('-', '_')}\\b`,
        'i',
      ),
    })),
    ...keys
      .filter((key) => key.includes('.'))
      .map((key) => ({ what: key, second: new RegExp(`'${key.replaceAll('.', '\\.')}'`) })),
    { what: 'the default port', second: /\b7263\b/ },
  ]
  return files
    .filter(({ name }) => name !== table && name !== 'src/base/default-url.ts')
    .flatMap((file) =>
      ways
        .filter(
          ({ what, second }) => second.test(file.text) && otherOptions.get(what) !== file.name,
        )
        .map(({ what }) => `${file.name} describes ${what}, which ${table} describes already`),
    )
}

/** What a request asked for is read once, by the marks of its contract; what it got is a fact of its exchange. */
function bodies(/** @type {readonly SourceFile[]} */ files) {
  const read =
    /\b(?:JSON\.parse\([^;\n]{0,80}\)[^;\n]{0,40}?(?:\.|\[')|(?:memberOf|redactedAt|textAt|textOf|partAt)\([^;]{0,80}?'|request\.query\.|(?:request|response)\.body\.)(reference|total_amount|pan|correlation_id_lookup|response_code|error_code)\b/
  // Of types, such as `Asked['reference']`, it is the name that begins with a capital letter.
  const bracketed =
    /(?<=[\w)\].])(?<!\b[A-Z]\w*)\[['"](reference|total_amount|pan|correlation_id_lookup|response_code|error_code)['"]\]/
  // A client of the gateway itself.
  const client = 'src/dashboard/pages/payments/payment-forms.ts'
  return files
    .filter(
      ({ name }) => !/^src\/(?:gateway\/wire|control)\/contract\//.test(name) && name !== client,
    )
    .flatMap(({ name, text }) => {
      const [, member] = read.exec(text) ?? bracketed.exec(text) ?? []
      return member === undefined
        ? []
        : [`${name} reads ${member} out of a request or a response; use what the exchange says`]
    })
}

/**
 * What a call takes and answers is a zod schema: its type is inferred, and so are the entries of a
 * run file, which a reader checks.
 */
function answers(/** @type {readonly SourceFile[]} */ files) {
  const schema =
    /^export (?:interface (\w+(?:Response|Answer|Query|Body|Input|Document|Row|Item))\b|type (\w+(?:Response|Answer|Query|Body|Input|Document|Row|Item)) = \{)/gm
  // Their schemas are made of the conditions and the assumptions, whose names only a start knows.
  const atStart = ['ExplainBody', 'PaymentMethodBody']
  const ways = files.flatMap(({ name, text }) =>
    /^src\/(?:gateway\/wire\/contract|control\/(?:contract|calls))\//.test(name)
      ? [...text.matchAll(schema)].map(([, one, other = '']) => ({ name, what: one ?? other }))
      : [],
  )
  return [
    ...ways
      .filter(({ what }) => !atStart.includes(what))
      .map(({ name, what }) => `${name} writes out '${what}', which its schema describes`),
    ...files
      .filter(({ text }) => /^ *(?:\| \{ )?readonly record: '/m.test(text))
      .map(({ name }) => `${name} writes out a record of a run file, which its schema describes`),
  ]
}

/**
 * Of lower layers, which cannot import the schemas, or of the library, whose readers see no zod; the
 * compiler holds the schemas against them.
 */
const writtenOut = ['AssumptionRow', 'ControlCall', 'OrderInput', 'SeedRequest', 'TriedRule']

/** Whatever its name is, a type with the fields of a schema describes it again, even with one more or less. */
function shapes(/** @type {readonly SourceFile[]} */ files) {
  const schema =
    /^( *)[^\n]*(?:\.(?:object|strictObject|looseObject|extend)|\bstrict)\(\{\n([\s\S]*?)^\1\}/gm
  const type = /^( *)(?:export )?(?:interface (\w+)[^{\n]*|type (\w+) = )\{\n([\s\S]*?)^\1\}/gm
  const fieldsOf = (/** @type {string} */ body, /** @type {string} */ indent) =>
    [...body.matchAll(new RegExp(`^${indent}  (?:readonly )?(\\w+)(?:\\??:|,$)`, 'gm'))].map(
      ([, name = '']) => name,
    )
  const isAlike = (
    /** @type {readonly string[]} */ fields,
    /** @type {readonly string[]} */ others,
  ) => {
    const [most, least] = [
      Math.max(fields.length, others.length),
      Math.min(fields.length, others.length),
    ]
    const common = fields.filter((name) => others.includes(name)).length
    return (
      common >= 3 && (common === most || (common >= 4 && common === least && most - 1 === least))
    )
  }
  const described = files
    .filter(({ name }) =>
      /^src\/(?:gateway\/wire\/contract|control|judge|record|domain)\//.test(name),
    )
    .flatMap(({ name, text }) =>
      [...text.matchAll(schema)].map(([, indent = '', body = '']) => ({
        home: name,
        fields: fieldsOf(body, indent),
      })),
    )
  if (described.length < 50) return ['The schemas of the responses are nowhere any more']
  return files.flatMap(({ name, text }) =>
    [...text.matchAll(type)].flatMap(([, indent = '', one, other, body = '']) => {
      const what = one ?? other ?? ''
      const fields = fieldsOf(body, indent)
      const schema = described.find((known) => isAlike(fields, known.fields))
      return schema === undefined || writtenOut.includes(what)
        ? []
        : [`${name} lists the fields of '${what}', which a schema in ${schema.home} describes`]
    }),
  )
}

/** How good a run, a test or a sweep is has one ladder, and CI servers get it from one writer. */
function verdicts(/** @type {readonly SourceFile[]} */ files) {
  const ways = [
    {
      home: 'src/judge/report-verdict.ts',
      what: 'has the ladder of verdicts',
      second: /\[\s*'unsafe',\s*'warnings'|return (?:'unsafe'|.*\? 'untested' : 'safe')/,
    },
    {
      home: 'src/judge/report-verdict.ts',
      what: 'has the words of verdicts',
      second: /\b(?:word|safe|unsafe|untested): ['"`](?:Safe|Unsafe|Untested)\b(?! so far)/,
    },
    {
      home: 'src/cli/report/junit.ts',
      what: 'writes JUnit XML',
      second: /['"`]\s*<(?:testsuites?|testcase|failure|skipped|system-out)\b/,
    },
  ]
  return files.flatMap(({ name, text }) =>
    ways
      .filter(({ home, second }) => name !== home && second.test(text))
      .map(({ home, what }) => `${name} ${what}; use ${home}`),
  )
}

/** A fault is a rule, whoever gives it: the gateway and the worlds do not know of sweeps. */
function faults(/** @type {readonly SourceFile[]} */ files) {
  const ruled = /^src\/(?:http\/(?:gateway|pipeline|vault)\/|http\/operation\.ts|world\/)/
  return files
    .filter(({ name, text }) => ruled.test(name) && /sweep/i.test(text))
    .map(({ name }) => `${name} knows of sweeps; a sweep gives rules as a director`)
}

/**
 * What a report says is a list of blocks in `judge`; how it looks in a terminal is drawn once, in
 * `cli`. So nothing in `judge` aligns, paints or indents lines, or knows a result by its capitals.
 */
function reports(/** @type {readonly SourceFile[]} */ files) {
  const ways = [
    { what: 'aligns columns', second: /\.pad(?:End|Start)\((?!\d+, '0')/ },
    { what: 'paints for a terminal', second: /\bstyleText\b|\\x1b|\\u001b|\bPaint\b/i },
    { what: 'indents lines', second: /['"`]\\n {2,}/ },
    { what: 'aligns words', second: /^[^\n]*[`'"][^\n]*[:}] {2,}\$\{/m },
    { what: 'says what a terminal shows', second: /\bsign\??: |^\s*sign,$/m },
    { what: 'writes a word in capitals', second: /(?<!slice\(0, 1\)|\bletter)\.toUpperCase\(/ },
    { what: 'puts a word in brackets', second: /&& `\(\$\{\w+\}\)`/ },
    {
      what: 'reads a result by its capitals',
      second: /\.startsWith\('[A-Z]{2,}|\/\^?\(?\??:?[A-Z]{3,} ?[A-Z]*[|:]/,
    },
    {
      what: 'keeps a text for people in the file of a sweep',
      second: /\btext: findingText\b|\bseverity[^\n]*, text \}\)/,
    },
  ]
  return files
    .filter(({ name }) => name.startsWith('src/judge/'))
    .flatMap((file) =>
      ways
        .filter(({ second }) => second.test(file.text))
        .map(
          ({ what }) => `${file.name} ${what}: src/cli/terminal/blocks-text.ts draws what is shown`,
        ),
    )
}

/**
 * What happened is one list, the log of the run, and one function judges it. So no other class keeps
 * entries or exchanges, and nothing else reads entries into payments or takes counts away again.
 */
function judging(/** @type {readonly SourceFile[]} */ files) {
  const judged = 'src/judge/judge.ts'
  const recorded = 'src/record/history.ts'
  const ways = [
    {
      what: 'keeps a second history',
      own: ['src/record/run-log.ts', recorded],
      second: /^ {2}(?:readonly )?#\w+(?:: | = ).*\b(?:RunEntry|TestEntry|Exchange)(?:>|\[\])/m,
    },
    { what: 'judges entries', own: [judged], second: /\bjudgeTest\(/ },
    { what: 'begins to judge a test', own: [judged], second: /\bnew JudgedTest\(/ },
    { what: 'collects payments', own: [], second: /\bnew PaymentBook\(/ },
    { what: 'takes counts away again', own: [], second: /\b(?:tally|counts)\b[^\n]* -= / },
  ]
  const judge = 'src/judge/run/judge-test.ts'
  return files.flatMap(({ name, text }) =>
    ways
      .filter(({ own, second }) => ![judge, ...own].includes(name) && second.test(text))
      .map(({ what }) => `${name} ${what}: the log of a run is judged by ${judge}`),
  )
}

/** A list's filter is in its table alone: not in two of an option, a dashboard field and a schema. */
function filters(/** @type {readonly SourceFile[]} */ files) {
  const table = 'src/control/lists/lists.ts'
  const { text = '' } = files.find(({ name }) => name === table) ?? {}
  const names = [...text.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name = '']) => name)
  if (names.length < 10) return [`${table} has no filters any more`]
  // An option such as `resolve --status` says what to make of one transaction.
  const listing = files.filter((file) => !file.name.startsWith('src/cli/commands/act/'))
  return [...new Set(names)].flatMap((name) => {
    const places = [
      { folder: 'src/cli/', second: new RegExp(`['"\`]--${name.replaceAll('_', '-')}[ '"\`]`) },
      { folder: 'src/dashboard/', second: new RegExp(`\\bname: '${name}'`) },
      { folder: 'src/control/', second: new RegExp(`^ +${name}: .*exactOptional\\(\\)`, 'm') },
    ]
    const where = places.flatMap(
      ({ folder, second }) =>
        listing.find((file) => file.name.startsWith(folder) && second.test(file.text)) ?? [],
    )
    if (where.length < 2) return []
    return [
      `${where.map((file) => file.name).join(' and ')} describe '${name}', which ${table} describes already`,
    ]
  })
}

/**
 * A stored record is one zod object in `domain`: its type is inferred, and its line is its JSON. So
 * nothing else lists its fields to write, to read or to check it.
 */
function records(/** @type {readonly SourceFile[]} */ files) {
  const homes = {
    'src/domain/transaction/transaction.ts': ['transactionRecord', 'Transaction'],
    'src/domain/vault-records.ts': ['customerRecord', 'Customer', 'tokenRecord', 'Token'],
  }
  const missing = Object.entries(homes).flatMap(([home, exported]) => {
    const { text = '' } = files.find(({ name }) => name === home) ?? {}
    return exported
      .filter((what) => !text.includes(`export const ${what} = z.`))
      .filter((what) => !text.includes(`export type ${what} = ValueOf<`))
      .map((what) => `${home} does not describe ${what}`)
  })
  const ways = [
    {
      what: 'lists the fields of a stored line',
      second: /\b(\w+): (\w)\.\1,\s+\w+: \2\.\w+,[\s\S]{0,900}\btraceNumber: \2\./,
    },
    {
      what: 'has a second schema of a record',
      second: /\b(?:traceNumber|virtualPan|referenceKey): (?:z\.|word|maskedText|naturalNumber)/,
    },
    {
      what: 'has a second type of a record',
      second: /\breadonly (?:traceNumber|cutoffAt|referenceKey|nameKey)\??: /,
    },
    {
      what: 'reads fields of a line by their places',
      second: /"(?:kind|reference|currency|cutoffAt)":[^\n]*\\d/,
    },
    {
      what: "fills in a transaction's response a second time",
      second: /\b(?:request_kvps|cutoff_at|voidable_until): (?!detail\(|members \})/,
    },
  ]
  const second = files
    .filter(({ name }) => !Object.hasOwn(homes, name))
    .flatMap(({ name, text }) =>
      ways
        .filter((way) => way.second.test(text))
        .map(({ what }) => `${name} ${what}; its zod object in src/domain describes it`),
    )
  return [...missing, ...second]
}

/** Why a transaction moved, and what moves by itself, is put into words in one table. */
function moves(/** @type {readonly SourceFile[]} */ files) {
  const table = 'src/control/facts/move-words.ts'
  const ways = [
    /\bpreauthorisation_expired: (?:\[|['"`].* |\{ (?:noun|tone|one)\b)/,
    /\bevent === 'preauthorisation_expired'\s*\?\s*['"`(]/,
    /\b(?:settled|due): ['"`](?:by hand|as scheduled)/,
  ]
  return files
    .filter(({ name, text }) => name !== table && ways.some((second) => second.test(text)))
    .map(({ name }) => `${name} has words for a transaction's moves; ${table} has them all`)
}

/** A name that two files export means two things, or one thing twice. */
function names(/** @type {readonly SourceFile[]} */ files) {
  const exported =
    /^export (?:async )?(?:const|function\*?|type|interface|class|abstract class) +(\w+)/gm
  const places = new Map()
  for (const { name, text } of files) {
    for (const [, what = ''] of text.matchAll(exported)) {
      places.set(what, (places.get(what) ?? new Set()).add(name))
    }
  }
  return [...places]
    .filter(([, where]) => where.size > 1)
    .map(([what, where]) => `${[...where].join(' and ')} export '${what}'; rename one of them`)
}

/** Lists of the same words that mean different things. */
const otherLists = [
  // A surcharge is added to what a coverage case asks for by chance.
  'completion preauthorisation purchase',
  // Where a field is, and what is there.
  'body id merchant',
]

/** Three words or more, as a list or as a type, are one list that others import. */
function words(/** @type {readonly SourceFile[]} */ files) {
  const word = "'[\\w -]+'"
  const forms = [
    new RegExp(`\\[\\s*(${word}(?:,\\s*${word}){2,}),?\\s*\\]`, 'g'),
    new RegExp(`(${word}(?:\\s*\\|\\s*${word}){2,})`, 'g'),
  ]
  const places = new Map()
  for (const { name, text } of files) {
    for (const [, list = ''] of forms.flatMap((form) => [...text.matchAll(form)])) {
      const own = [...new Set(list.match(/[\w-]+(?: [\w-]+)*/g))].sort().join(' ')
      places.set(own, (places.get(own) ?? new Set()).add(name))
    }
  }
  return [...places]
    .filter(([list, where]) => where.size > 1 && !otherLists.includes(list))
    .map(([list, where]) => `${[...where].join(' and ')} list the same words: ${list}`)
}

const found = checks.flatMap((check) => check(sources))
for (const one of found) console.error(one)
if (found.length > 0) process.exitCode = 1
