import { Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { Picture } from '@/ui/picture'
import type { SubCategory } from '../../api'
import { useCategoryTones } from '../../category-tones'
import { texts } from '../texts'

type Props = {
  rows: SubCategory[]
  /** The number of the first row. */
  from: number
  onEdit: (subCategory: SubCategory) => void
  onDelete: (subCategory: SubCategory) => void
}

/** Sub-categories as a table, where there is room for one. */
export function SubCategoryTable({ rows, from, ...acts }: Props) {
  const toneOf = useCategoryTones()
  return (
    <div className="panel panel--clip">
      <table className="table">
        <caption className="vh">{texts.subCategory}</caption>
        <thead>
          <tr>
            {[texts.number, texts.name, texts.image, texts.category].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="vh">{texts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row._id}>
              <td className="muted">{from + index}</td>
              <th scope="row">{row.name}</th>
              <td>
                <Picture src={row.image} name={row.name} tone={toneOf(row.category?._id)} size="small" />
              </td>
              <td>
                <CategoryOf row={row} />
              </td>
              <td>
                <Acts row={row} {...acts} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The same, one below the other. */
export function SubCategoryCards({ rows, from, ...acts }: Props) {
  const toneOf = useCategoryTones()
  return (
    <ol className="lines" start={from}>
      {rows.map((row) => (
        <li key={row._id} className="line">
          <Picture src={row.image} name={row.name} tone={toneOf(row.category?._id)} size="small" />
          <div className="min-w-0 wrap-anywhere">
            <b className="line__name">{row.name}</b>
            <p className="line__meta">
              <CategoryOf row={row} />
            </p>
          </div>
          <Acts row={row} {...acts} />
        </li>
      ))}
    </ol>
  )
}

function CategoryOf({ row }: { row: SubCategory }) {
  if (row.category?.name) return row.category.name
  return (
    <span className="left">
      <TriangleAlert className="ic ic--s" />
      {texts.noCategory}
    </span>
  )
}

function Acts({ row, onEdit, onDelete }: Pick<Props, 'onEdit' | 'onDelete'> & { row: SubCategory }) {
  return (
    <span className="table__acts">
      <button
        type="button"
        className="iconbtn"
        aria-label={texts.editThis(row.name)}
        title={texts.edit}
        onClick={() => onEdit(row)}
      >
        <Pencil className="ic" />
      </button>
      <button
        type="button"
        className="iconbtn iconbtn--danger"
        aria-label={texts.deleteThis(row.name)}
        title={texts.delete}
        onClick={() => onDelete(row)}
      >
        <Trash2 className="ic" />
      </button>
    </span>
  )
}
