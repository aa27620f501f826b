import { MANAGED_SORTS, type Managed } from './api'
import { pageFrom } from './pages'

/** Reads the administrator's list out of an address; what it cannot read it leaves out. */
export function productListSearch({ q, page, stock, publish, sort }: Record<string, unknown>): Managed {
  return {
    q: q ? String(q).trim() || undefined : undefined,
    page: pageFrom(page),
    stock: stock === 'out' || stock === 'low' ? stock : undefined,
    publish: publish === undefined || publish === '' ? undefined : String(publish) === 'true',
    sort: MANAGED_SORTS.find((known) => known === sort),
  }
}
