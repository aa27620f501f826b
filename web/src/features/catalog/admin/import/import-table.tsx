import { Ban, CircleX, Pencil, Plus, TriangleAlert } from 'lucide-react'
import { Badge } from '@/ui/badge'
import { pendingButton } from '@/ui/pending-button'
import { Table } from '@/ui/table'
import { textLinkClass } from '@/ui/text-link'
import { listTexts } from '../../price-list-texts'
import type { ImportRow } from './import-rows'
import styles from './import-table.module.css'
import { texts } from './import-texts'

type Props = {
  rows: readonly ImportRow[]
  pending: boolean
  /** Confirms the price change of a line. */
  onConfirm: (line: number) => void
}

/** The effect of an import on the rows of the list. */
export function ImportTable({ rows, pending, onConfirm }: Props) {
  return (
    <Table caption={texts.rowsName} className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{texts.row}</th>
          <th scope="col">{texts.product}</th>
          <th scope="col">{texts.price}</th>
          <th scope="col">{texts.happens}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.line} ${row.kind} ${row.place ?? ''}`} className={styles[row.kind]}>
            <td className={styles.line}>{row.line}</td>
            <th scope="row">
              {row.name || listTexts.line(row.line)}
              {row.unit && <small>{row.unit}</small>}
            </th>
            <td className={styles.price}>
              {row.price?.old && <s>{row.price.old}</s>} <b>{row.price?.new}</b>
            </td>
            <td>
              <Happens kind={row.kind} />
              {row.notes.map((note) => (
                <small key={note} className={styles.note}>
                  {note}
                </small>
              ))}
              {row.kind === 'held' && row.price && (
                <button
                  type="button"
                  {...pendingButton({
                    pending,
                    className: textLinkClass,
                    onClick: () => onConfirm(row.line),
                  })}
                >
                  {texts.isRight(row.price.new)}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Happens({ kind }: { kind: ImportRow['kind'] }) {
  switch (kind) {
    case 'new':
      return (
        <Badge tone="success" icon={Plus}>
          {texts.isNew}
        </Badge>
      )
    case 'changed':
      return (
        <Badge tone="success" icon={Pencil} className={styles.changes}>
          {texts.changes}
        </Badge>
      )
    case 'held':
      return (
        <Badge tone="warning" icon={TriangleAlert} className={styles.plain}>
          {texts.look}
        </Badge>
      )
    case 'edited':
      return (
        <Badge tone="warning" icon={Ban}>
          {texts.stays}
        </Badge>
      )
    case 'noted':
      return (
        <Badge tone="warning" icon={TriangleAlert} className={styles.plain}>
          {texts.isNoted}
        </Badge>
      )
    case 'skipped':
      return (
        <Badge tone="danger" icon={CircleX} className={styles.plain}>
          {texts.isSkipped}
        </Badge>
      )
  }
}
