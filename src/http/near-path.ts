import { nearestWord } from '../document/nearest-word.ts'
import { maskAddress } from '../domain/card/hidden-number.ts'
import { pathOf, splitWorld } from './paths.ts'
import { API, prefixOf } from './pipeline/open-call.ts'
import type { Served } from './route-table.ts'

/** A request that leads nowhere, as the router sees it. */
interface Lost {
  readonly method: string
  readonly path: string
  readonly url: string
}

/** Nobody misspells so long a path, and comparing it would take long. */
const LONGEST = 200

/** `; did you mean /v1/transactions/purchase?`, or nothing where no path of that method is near. */
export function pathHint({ method, path, url }: Lost, served: readonly Served[]): string {
  if (path.length > LONGEST) return ''
  const wanted = method === 'HEAD' ? 'GET' : method
  const templates = served.filter((one) => one.method === wanted).map((one) => one.path)
  const near = nearPath(path, templates) ?? nearPath(API + path, templates)
  if (near === undefined || near === path) return ''
  const prefix = prefixOf({ name: splitWorld(pathOf(url)).world })
  return `; did you mean ${maskAddress(prefix + near)}?`
}

function nearPath(asked: string, templates: readonly string[]): string | undefined {
  const steps = asked.replace(/\/+$/, '').split('/')
  const found = templates
    .map((template) => template.split('/'))
    .filter((template) => template.length === steps.length)
    .map((template) => mended(template, steps))
    .filter((path) => path !== undefined)
  // The one with the fewest values taken as they are: those of a placeholder are never wrong.
  return found.sort((one, other) => one.values - other.values)[0]?.path
}

interface Mended {
  readonly path: string
  readonly values: number
}

/** The path that was meant, if each of its words is near. */
function mended(template: readonly string[], steps: readonly string[]): Mended | undefined {
  const meant = template.map((word, i) => {
    const step = steps[i] ?? ''
    if (word.startsWith('{')) return step === '' ? undefined : step
    return word === step ? word : nearestWord(step, [word])
  })
  if (meant.includes(undefined)) return undefined
  return { path: meant.join('/'), values: template.filter((word) => word.startsWith('{')).length }
}
