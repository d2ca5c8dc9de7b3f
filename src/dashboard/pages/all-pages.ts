import { type PathValues, RouteTable } from '../../http/route-table.ts'
import { referenceRoute } from '../reference/reference.tsx'
import { assumptionsRoute } from './assumptions.tsx'
import { clockRoute } from './clock.tsx'
import type { PageRoute } from './page-route.ts'
import { homeRoute } from './payments/home.tsx'
import { storyRoute } from './payments/story.tsx'
import { reportRoute } from './report.tsx'
import { curlRoute, requestRoute } from './request.tsx'
import { requestsRoute } from './requests.tsx'
import { scenariosRoute } from './scenarios/scenarios.tsx'
import { transactionRoute } from './transaction.tsx'
import { customerRoute, customersRoute } from './vault.tsx'
import { worldsRoute } from './worlds.tsx'

const routes: readonly PageRoute[] = [
  homeRoute,
  storyRoute,
  requestsRoute,
  requestRoute,
  curlRoute,
  clockRoute,
  scenariosRoute,
  customersRoute,
  customerRoute,
  reportRoute,
  referenceRoute,
  transactionRoute,
  worldsRoute,
  assumptionsRoute,
]

const table = new RouteTable(routes.map((page) => ({ method: 'GET', path: page.path, page })))

/** The page at a path beneath `/_sandbox`, and what stands in the path's placeholders. */
export function findPage(
  path: string,
): { readonly page: PageRoute; readonly values: PathValues } | undefined {
  const found = table.at(path)
  const page = found?.routes.get('GET')?.page
  return found && page && { page, values: found.values }
}
