import type { ReactNode } from 'react'
import banana from '@/pictures/banana.webp'
import dahi from '@/pictures/dahi.svg'
import milk from '@/pictures/milk.webp'
import tea from '@/pictures/tea.svg'
import { DrawingTile } from '@/ui/drawing-tile'
import styles from './auth-page.module.css'

/** The layout of login and registration: the shop's banner beside a form. */
export function AuthPage({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <div className={styles.authPage}>
      <div className={styles.intro}>
        <p className={styles.title}>{title}</p>
        <p>{hint}</p>
        <div className={styles.shelf} aria-hidden="true">
          <span>
            <DrawingTile drawing={{ url: dahi, shape: 'tub', label: 'Dahi' }} />
          </span>
          <img src={milk} alt="" width={256} height={256} />
          <span>
            <DrawingTile drawing={{ url: tea, shape: 'box', label: 'Assam Tea' }} />
          </span>
          <img src={banana} alt="" width={256} height={256} />
        </div>
        <div className={styles.scallops} />
      </div>
      <main className={styles.main} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
