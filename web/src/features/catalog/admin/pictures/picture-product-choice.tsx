import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { SearchField } from '@/ui/search-field'
import { nameWithUnit } from '../name-with-unit'
import { adminProductsQuery } from '../product/api'
import styles from './bulk-pictures.module.css'
import { texts } from './pictures-texts'

type Chosen = { _id: string; name: string; unit: string }
type Props = { file: string; onChoose: (product: Chosen) => void }

const SHOWN = 6

/** Finds another product for a picture, by name. */
export function PictureProductChoice({ file, onChoose }: Props) {
  const [open, setOpen] = useState(false)
  const [q, setQuery] = useState('')
  const { data } = useQuery({ ...adminProductsQuery({ q }), enabled: open && q !== '' })
  if (!open) {
    return (
      <Button
        variant="outline"
        size="small"
        aria-label={texts.otherProductFor(file)}
        onClick={() => setOpen(true)}
      >
        {texts.otherProduct}
      </Button>
    )
  }
  return (
    <div className={styles.choice}>
      <SearchField label={texts.search(file)} query={q} onSearch={setQuery} variant="list" />
      {q !== '' && data?.products.length === 0 && <p>{texts.noProduct}</p>}
      <ul>
        {q !== '' &&
          data?.products.slice(0, SHOWN).map((product) => (
            <li key={product._id}>
              <button
                type="button"
                onClick={() => {
                  onChoose(product)
                  setOpen(false)
                }}
              >
                {nameWithUnit(product)}
              </button>
            </li>
          ))}
      </ul>
    </div>
  )
}
