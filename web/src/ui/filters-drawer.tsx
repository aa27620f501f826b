import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '@/lib/texts'
import { Button } from './button'
import { Drawer } from './drawer'
import styles from './filters-drawer.module.css'
import { IconButton } from './icon-button'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  /** The button that clears all filters; undefined while none is set. */
  clear: { label: string; onPress: () => void } | undefined
  /** The label of the button that closes the drawer, with the number of results. */
  showLabel: string
  children: ReactNode
}

/** A drawer with the filters of a list. Changes apply to the list immediately. */
export function FiltersDrawer({ open, onClose, title, clear, showLabel, children }: Props) {
  return (
    <Drawer open={open} onClose={onClose} label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {clear && (
          <Button variant="quiet" size="small" onClick={clear.onPress}>
            {clear.label}
          </Button>
        )}
        <IconButton label={texts.close} icon={X} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      <footer className={styles.foot}>
        <Button wide onClick={onClose}>
          {showLabel}
        </Button>
      </footer>
    </Drawer>
  )
}
