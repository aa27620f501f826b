import { ChevronDown } from 'lucide-react'
import type { Managed } from './api'
import { texts } from './product-texts'

type Props = { managed: Managed; onChange: (change: Managed) => void }

/** Which products the list shows, by what is left of them and whether shoppers see them. */
export function ProductFilters({ managed, onChange }: Props) {
  return (
    <>
      <span className="select tools__select">
        <select
          name="stock"
          className="input"
          aria-label={texts.filterStock}
          value={managed.stock ?? ''}
          onChange={({ target }) =>
            onChange({ stock: target.value === 'out' || target.value === 'low' ? target.value : undefined })
          }
        >
          <option value="">{texts.anyStock}</option>
          <option value="low">{texts.lowStock}</option>
          <option value="out">{texts.outOfStock}</option>
        </select>
        <ChevronDown className="ic" />
      </span>
      <span className="select tools__select">
        <select
          name="publish"
          className="input"
          aria-label={texts.filterPublish}
          value={managed.publish?.toString() ?? ''}
          onChange={({ target }) => onChange({ publish: target.value ? target.value === 'true' : undefined })}
        >
          <option value="">{texts.anyPublish}</option>
          <option value="true">{texts.published}</option>
          <option value="false">{texts.notPublished}</option>
        </select>
        <ChevronDown className="ic" />
      </span>
    </>
  )
}
