import type { ReactNode } from 'react'
import styles from './story.module.css'

type Props = {
  /** The component's name in an import. */
  name: string
  /** Stacks the states, each as wide as a form; otherwise they are side by side. */
  stacked?: boolean
  children: ReactNode
}

/** One component of the kit in its states. */
export function Story({ name, stacked = false, children }: Props) {
  return (
    <section className={styles.story} data-story={name} aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      <div className={styles.states} data-stacked={stacked}>
        {children}
      </div>
    </section>
  )
}

/** The stories of components that serve the same purpose. */
export function StoryGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}
