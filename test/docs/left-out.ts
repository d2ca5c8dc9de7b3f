import { languagePages } from './pages.ts'

interface LeftOut {
  readonly page: string
  readonly command: string
  readonly reason: string
}

const inContainer = [
  'docker exec sandgate sandgate wait',
  'docker exec sandgate sandgate report --fail-on error',
  'docker stop sandgate',
]

const checkout = 'it is for a clone of the repository, and .ci/run does it'

/** The commands of the manual that its test does not run. All others are run. */
export const leftOut: readonly LeftOut[] = [
  ...[
    'npx vitest run test/gateway/store',
    'npx vitest run test/privacy test/gateway/wire/bad-connection.test.ts test/gateway/wire/world-making.test.ts',
    'SANDGATE_MODEL_SEED=7 SANDGATE_MODEL_HISTORIES=50 npx vitest run test/model',
    'npm run soak -- --minutes 30 --write',
  ].map((command) => ({ page: 'docs/internals/reliability.md', command, reason: checkout })),
  {
    page: 'docs/internals/verdict-trials.md',
    command: 'npm run confusion -- --seed 1',
    reason: 'test/docs/confusion.test.ts does it',
  },
  {
    page: 'docs/reference/cli.md',
    command: 'npx sandgate stop',
    reason: 'the rest of the page needs the sandbox; test/e2e/cli-stop.test.ts does it',
  },
  ...['python3 nightly.py', 'node nightly.mjs'].map((job) => ({
    page: 'docs/guides/time.md',
    command: `LD_PRELOAD=/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1 ${job}`,
    reason: 'it needs libfaketime and the job of a shop; test/e2e/clock-file.test.ts does it',
  })),
  ...['docs/guides/ci.md', 'docs/guides/sweep-jobs.md', ...languagePages].map((page) => ({
    page,
    command: 'npm ci',
    reason: 'it installs what the reader has',
  })),
  ...[
    ['docs/start/python.md', 'pip install -r requirements.txt'],
    ['docs/start/php.md', 'composer install'],
  ].map(([page = '', command = '']) => ({
    page,
    command,
    reason: 'it installs what the reader has',
  })),
  {
    page: 'docs/guides/ci.md',
    command: 'npm ci --cache .npm',
    reason: 'it installs what the reader has',
  },
  {
    page: 'examples/suites/README.md',
    command: 'npm install --save-dev ./sandgate-1.0.0.tgz',
    reason: 'test/e2e/example-suites.test.ts installs the package in its own way',
  },
  {
    page: 'docs/start/install.md',
    command: 'npm install --save-dev ./sandgate-1.0.0.tgz',
    reason: 'the reader packs that file',
  },
  ...['npm ci --prefix tools/executable', 'npm run executable'].map((command) => ({
    page: 'docs/start/install.md',
    command,
    reason: checkout,
  })),
  ...[
    'git clone https://github.com/sandgate/sandgate.git && cd sandgate',
    'npm ci && npm start',
    'npm ci && npm test',
  ].map((command) => ({ page: 'README.md', command, reason: checkout })),
  ...['git clone https://github.com/sandgate/sandgate.git', 'cd sandgate', 'npm ci'].map(
    (command) => ({ page: 'docs/start/install.md', command, reason: checkout }),
  ),
  {
    page: 'README.md',
    command: 'npm install --no-save ../sandgate',
    reason: 'the reader has the clone',
  },
  {
    page: 'docs/internals/reliability.md',
    command: 'FUZZ_REQUESTS=1000000 FUZZ_SEED=7 npx vitest run test/fuzz',
    reason: 'it takes minutes',
  },
  ...[
    'npx openapi-typescript openapi.json --output schema.d.ts',
    'npx @redocly/cli lint openapi.json --extends recommended',
  ].map((command) => ({
    page: 'docs/reference/openapi.md',
    command,
    reason: 'test/e2e/openapi-tools.test.ts does it',
  })),
  ...[
    'node naive.mjs http://127.0.0.1:7263/v1',
    'npx sandgate exec -- node careful.mjs',
    "npx sandgate sweep --quick --books 'node books.mjs' -- node timer.mjs",
    'npx sandgate sweep --idempotent -- node forgetful-bill.mjs',
  ].map((command) => ({
    page: 'examples/clients/README.md',
    command,
    reason: 'test/e2e/example-clients.test.ts does it',
  })),
  ...['naive', 'careful'].flatMap((name) =>
    [
      { page: 'examples/agent/README.md', file: `${name}.mjs` },
      {
        page: 'docs/guides/paying-agents.md',
        file: `node_modules/sandgate/examples/agent/${name}.mjs`,
      },
    ].map(({ page, file }) => ({
      page,
      command: `npx sandgate exec --scenario hard-recovery -- node ${file}`,
      reason: 'test/e2e/example-agent.test.ts does it',
    })),
  ),
  {
    page: 'README.md',
    command: 'npx sandgate sweep --env GATEWAY_URL --quick -- npm test',
    reason: 'test/e2e/cli-sweep.test.ts does it',
  },
  ...[
    'npx sandgate sweep --quick --report sweep.html -- npm test',
    'npx sandgate sweep --report sweep.html -- npm test',
    'npx sandgate sweep --quick --report junit.xml -- npm test',
    'npx sandgate exec --scenario lost-responses --fail-on untested -- npm test',
  ].map((command) => ({
    page: 'docs/guides/ci.md',
    command,
    reason: 'test/e2e/cli-sweep.test.ts and test/e2e/empty-praise.test.ts do it',
  })),
  ...['CHANGELOG.md', 'docs/reference/cli.md', 'docs/start/sweep.md'].map((page) => ({
    page,
    command: 'npx sandgate sweep -- npm test',
    reason: 'test/e2e/cli-sweep.test.ts does it',
  })),
  ...['npx sandgate start --detach --port 7263', 'npx sandgate stop'].map((command) => ({
    page: 'docs/reference/cli.md',
    command,
    reason: 'test/e2e/cli-stop.test.ts does it',
  })),
  {
    page: 'docs/guides/sweep-jobs.md',
    command:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub fills it in.
      'npx sandgate sweep --shard ${{ matrix.shard }}/$SHARDS --report shard-${{ matrix.shard }}.json -- npm test',
    reason: 'test/e2e/cli-sweep.test.ts does it',
  },
  {
    page: 'docs/guides/sweep-jobs.md',
    command: 'echo "shards=$(seq "$SHARDS" | jq -cs .)" >> "$GITHUB_OUTPUT"',
    reason: 'it is for GitHub',
  },
  ...[
    ['docs/guides/ci.md', 'npx sandgate compare main.json branch.json --format markdown'],
    ['docs/guides/accept-and-compare.md', 'npx sandgate compare main.json branch.json'],
    ['docs/guides/ci.md', 'cp "$REPORT" main.json'],
  ].map(([page = '', command = '']) => ({
    page,
    command,
    reason: 'test/cli/report-compare.test.ts does it',
  })),
  {
    page: 'docs/guides/sweep-jobs.md',
    command: 'npx sandgate report shard-*.json --output sweep.html',
    reason: 'test/e2e/cli-report-merge.test.ts does it',
  },
  ...[
    'mkdir my-shop',
    'cp examples/clients/*.mjs my-shop/',
    'mv my-shop/naive.mjs my-shop/checkout.mjs',
    'npx sandgate exec -- node my-shop/checkout.mjs',
    'npx sandgate sweep --quick --faults reset,unknown -- node my-shop/checkout.mjs',
    'npx sandgate sweep --last-failed -- node my-shop/checkout.mjs',
    'npx sandgate sweep --quick -- node my-shop/checkout.mjs',
  ].map((command) => ({
    page: 'docs/start/fix-a-double-charge.md',
    command,
    reason: 'test/docs/fix-a-double-charge.test.ts does it',
  })),
  {
    page: 'docs/start/careful-payment.md',
    command: 'npx sandgate sweep --crash -- npm test',
    reason: 'test/docs/recipes.test.ts does it',
  },
  ...['docs/start/sweep.md', 'docs/start/cheat-sheet.md'].flatMap((page) => [
    {
      page,
      command: 'npx sandgate sweep --last-failed -- npm test',
      reason: 'test/e2e/cli-sweep-last-failed.test.ts does it',
    },
    {
      page,
      command: 'npx sandgate sweep --quick -- npm test',
      reason: 'test/e2e/cli-sweep.test.ts does it',
    },
  ]),
  ...[
    "npx sandgate sweep --crash --recover 'node recover.mjs' -- npm test",
    'npx sandgate sweep --idempotent -- node bill.mjs',
    "npx sandgate sweep --advance 2h --recover 'node nightly.mjs' -- npm test",
    "npx sandgate sweep --each 'npx vitest run -t {pattern}' -- npx vitest run",
  ].map((command) => ({
    page: 'docs/guides/sweep-jobs.md',
    command,
    reason: 'test/e2e/cli-sweep.test.ts does it',
  })),
  {
    page: 'examples/merchant-app/README.md',
    command:
      "npx sandgate sweep --quick --each 'node --test --test-name-pattern {pattern} test/{world}.test.mjs' -- node --test test/*.test.mjs",
    reason: 'test/e2e/cli-sweep.test.ts does a part of it',
  },
  {
    page: 'examples/merchant-app/README.md',
    command:
      'npx sandgate sweep --crash --books \'node orders.mjs --books "$SANDGATE_SCRATCH/orders.json"\' -- node day.mjs',
    reason: 'test/e2e/cli-books.test.ts does a part of it',
  },
  ...['npx sandgate exec -- node --test test/*.test.mjs', 'node --test test/*.test.mjs'].map(
    (command) => ({
      page: 'examples/merchant-app/README.md',
      command,
      reason: 'test/e2e/example-merchant-app.test.ts does it',
    }),
  ),
  ...[
    'docker run --rm --detach --name sandgate --publish 7263:7263 --env SANDGATE_CONTROL_TOKEN sandgate',
    ...inContainer,
  ].map((command) => ({
    page: 'docs/start/python.md',
    command,
    reason: 'it needs a container engine',
  })),
  ...[
    "npx sandgate exec --env GATEWAY_URL -- npx start-server-and-test 'node app.mjs' tcp:3000 'npx cypress run'",
    'npx sandgate sweep --quick --env GATEWAY_URL -- npm test',
    'npx sandgate exec --env GATEWAY_URL -- npx playwright test',
    'docker compose up --detach --wait',
    'export SANDGATE_URL=http://127.0.0.1:7263 SANDGATE_CONTROL_TOKEN=my-secret-token',
    'npx playwright test',
    'docker compose down',
  ].map((command) => ({
    page: 'docs/guides/own-backend.md',
    command,
    reason: 'it needs an app, Cypress or containers; test/e2e/example-suites.test.ts has the app',
  })),
  ...[
    'docker build -t sandgate .',
    'docker run --rm --detach --name sandgate -p 7263:7263 -e SANDGATE_CONTROL_TOKEN=my-secret-token sandgate',
    ...inContainer,
    'npx sandgate start --tls --port 0 --allow-host sandbox --ready-file ready.json',
  ].map((command) => ({
    page: 'docs/guides/containers.md',
    command,
    reason: 'it needs a container engine, or test/e2e/tls.test.ts does it',
  })),
]
