import { Check } from 'lucide-react'
import { STAFF_ROLES } from '@/features/account/api'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { panelClass } from '@/ui/panel'
import { tableClass } from '@/ui/table'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { RIGHTS, staffTexts } from '../texts'
import styles from './rights-table.module.css'

/** A table of the roles' permissions. */
export function RightsTable() {
  return (
    <section className={classNames(panelClass(), styles.panel)}>
      <table className={classNames(tableClass, styles.table)}>
        <caption>{staffTexts.rights}</caption>
        <thead>
          <tr>
            <td />
            {STAFF_ROLES.map((role) => (
              <th key={role} scope="col">
                {staffTexts.role[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RIGHTS.map((right) => (
            <tr key={right.what}>
              <th scope="row">{right.what}</th>
              {STAFF_ROLES.map((role) => (
                <td key={role}>
                  <Right value={right[role]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.hint}>{staffTexts.rightsHint}</p>
    </section>
  )
}

function Right({ value }: { value: boolean | string }) {
  if (typeof value === 'string') return <span className={styles.some}>{value}</span>
  if (!value)
    return (
      <>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{staffTexts.no}</VisuallyHidden>
      </>
    )
  return (
    <>
      <Icon icon={Check} size="small" className={styles.yes} />
      <VisuallyHidden>{staffTexts.yes}</VisuallyHidden>
    </>
  )
}
