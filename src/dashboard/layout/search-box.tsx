import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../words/address.ts'

/** The search box, on every page. */
export function SearchBox({ visit }: { visit: Visit }) {
  const isHere = visit.path === '/search'
  return (
    <search>
      <form method="get" action={pageAddress(visit, '/search')} id="search-form">
        <label class="out-of-sight" for="search-box">
          Search
        </label>
        <input
          id="search-box"
          name="q"
          type="search"
          placeholder="Search ( / )"
          value={isHere ? (visit.query.q ?? '') : ''}
          maxlength={255}
          autocomplete="off"
          data-filter
        />
      </form>
    </search>
  )
}
