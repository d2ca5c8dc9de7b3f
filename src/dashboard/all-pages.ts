import { TrieRouter } from 'hono/router/trie-router'
import type { PathValues } from '../gateway/wire/paths.ts'
import { honoPath, literalsFirst } from '../gateway/wire/router.ts'
import { clockForms } from './layout/clock-bar.tsx'
import type { PageForm } from './layout/form.tsx'
import type { PageRoute } from './layout/frame.ts'
import { clockRoute } from './pages/clock.tsx'
import { assumptionsRoute, findingsRoute } from './pages/explanations.tsx'
import { homeRoute } from './pages/payments/home.tsx'
import { nextPaymentRoute, paymentRoute, savePaymentRoute } from './pages/payments/payment.tsx'
import { reportRoute, saveReportRoute, saveRunRoute } from './pages/report.tsx'
import { curlRoute, requestRoute, requestsRoute } from './pages/requests.tsx'
import { scenarioTextRoute } from './pages/scenarios/scenario-forms.tsx'
import { scenariosRoute } from './pages/scenarios/scenarios.tsx'
import { searchRoute } from './pages/search.tsx'
import { transactionRoute, transactionsRoute } from './pages/transactions.tsx'
import { customerRoute, customersRoute } from './pages/vault.tsx'
import { worldsRoute } from './pages/worlds.tsx'
import { referenceRoute } from './reference/reference.tsx'

const pages: readonly PageRoute[] = [
  homeRoute,
  nextPaymentRoute,
  paymentRoute,
  savePaymentRoute,
  searchRoute,
  requestsRoute,
  requestRoute,
  curlRoute,
  clockRoute,
  scenariosRoute,
  scenarioTextRoute,
  customersRoute,
  customerRoute,
  reportRoute,
  findingsRoute,
  saveReportRoute,
  saveRunRoute,
  referenceRoute,
  transactionsRoute,
  transactionRoute,
  worldsRoute,
  assumptionsRoute,
]

const router = new TrieRouter<PageRoute>()
for (const page of literalsFirst(pages)) router.add('GET', honoPath(page.path), page)

/** The page at a path beneath `/_sandbox`, and the values of the path's placeholders. */
export function findPage(
  path: string,
): { readonly page: PageRoute; readonly values: PathValues } | undefined {
  const [page, values] = router.match('GET', path)[0][0] ?? []
  // A trie gives the values themselves, not their places.
  return page && { page, values: values as PathValues }
}

const forms: ReadonlyMap<string, PageForm> = new Map(
  [...clockForms, ...pages.flatMap((page) => page.forms ?? [])].map((form) => [form.name, form]),
)

/** The form whose address this is. */
export function findForm(path: string): PageForm | undefined {
  return path.startsWith('/act/') ? forms.get(path.slice('/act/'.length)) : undefined
}
