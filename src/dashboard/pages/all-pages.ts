import { referenceRoute } from '../reference/reference.tsx'
import { assumptionsRoute } from './assumptions.tsx'
import { clockRoute } from './clock.tsx'
import type { PageRoute, PathValues } from './page-route.ts'
import { homeRoute } from './payments/home.tsx'
import { storyRoute } from './payments/story.tsx'
import { reportRoute } from './report.tsx'
import { curlRoute, requestRoute } from './request.tsx'
import { requestsRoute } from './requests.tsx'
import { scenariosRoute } from './scenarios/scenarios.tsx'
import { transactionRoute } from './transaction/transaction.tsx'
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

/** The page at a path beneath `/_sandbox`, and what stands in the path's placeholders. */
export function findPage(
  path: string,
): { readonly page: PageRoute; readonly values: PathValues } | undefined {
  for (const page of routes) {
    const values = valuesIn(page.path, path)
    if (values !== undefined) return { page, values }
  }
  return undefined
}

function valuesIn(template: string, path: string): PathValues | undefined {
  const source = template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const found = new RegExp(`^${source}$`).exec(path)
  return found === null ? undefined : { ...found.groups }
}
