import { TriangleAlert } from 'lucide-react'
import { Icon } from '@/ui/icon'
import { lineList } from '@/ui/line-list'
import { Picture } from '@/ui/picture'
import { Table } from '@/ui/table'
import { textStyles } from '@/ui/text-styles'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { SubCategory } from '../../api'
import { useCategoryTones } from '../../category-tones'
import { RowActions } from '../row-actions'
import { texts } from '../texts'
import styles from './sub-category-rows.module.css'

type Props = {
  rows: SubCategory[]
  /** The number of the first row, counted from 1. */
  from: number
  onEdit: (subCategory: SubCategory) => void
  onDelete: (subCategory: SubCategory) => void
  onMerge: (subCategory: SubCategory) => void
}

/** Sub-categories as a table, for wide screens. */
export function SubCategoryTable({ rows, from, onEdit, onDelete, onMerge }: Props) {
  const toneOf = useCategoryTones()
  return (
    <Table caption={texts.subCategory}>
      <thead>
        <tr>
          {[texts.number, texts.name, texts.image, texts.category].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col">
            <VisuallyHidden>{texts.actions}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row._id}>
            <td className={textStyles.muted}>{from + index}</td>
            <th scope="row">{row.name}</th>
            <td>
              <Picture
                className={styles.image}
                src={row.image}
                drawing={row.picture}
                name={row.name}
                tone={toneOf(row.category?._id)}
                size="small"
              />
            </td>
            <td>
              <CategoryOf row={row} />
            </td>
            <td>
              <span className={styles.actions}>
                <RowActions
                  name={row.name}
                  onEdit={() => onEdit(row)}
                  onDelete={() => onDelete(row)}
                  onMerge={() => onMerge(row)}
                />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Sub-categories as a list of cards, for narrow screens. */
export function SubCategoryCards({ rows, from, onEdit, onDelete, onMerge }: Props) {
  const toneOf = useCategoryTones()
  return (
    <ol className={lineList.list} start={from}>
      {rows.map((row) => (
        <li key={row._id} className={lineList.line}>
          <Picture
            className={lineList.picture}
            src={row.image}
            drawing={row.picture}
            name={row.name}
            tone={toneOf(row.category?._id)}
            size="small"
          />
          <div className={styles.text}>
            <b className={lineList.name}>{row.name}</b>
            <p className={textStyles.detail}>
              <CategoryOf row={row} />
            </p>
          </div>
          <span className={styles.actions}>
            <RowActions
              name={row.name}
              onEdit={() => onEdit(row)}
              onDelete={() => onDelete(row)}
              onMerge={() => onMerge(row)}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}

function CategoryOf({ row }: { row: SubCategory }) {
  if (row.category?.name) return row.category.name
  return (
    <span className={styles.noCategory}>
      <Icon icon={TriangleAlert} size="small" />
      {texts.noCategory}
    </span>
  )
}
