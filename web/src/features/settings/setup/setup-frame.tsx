import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { chooseLanguage, LANGUAGE } from '@/lib/language'
import atta from '@/pictures/atta.svg'
import banana from '@/pictures/banana.webp'
import oil from '@/pictures/oil.svg'
import tomato from '@/pictures/tomato.webp'
import { DrawingTile } from '@/ui/drawing-tile'
import { Icon } from '@/ui/icon'
import { Logo } from '@/ui/logo'
import type { SetupChoices } from './setup-api'
import styles from './setup-frame.module.css'
import { setupTexts } from './setup-texts'

type Props = {
  /** The index of the open step. Past the last, all steps are marked as done. */
  step?: number
  /** The languages in which the setup can be read. */
  languages?: SetupChoices['languages']
  children: ReactNode
}

/** The list of setup steps next to the open one. */
export function SetupFrame({ step, languages = [], children }: Props) {
  return (
    <div className={styles.frame}>
      <header className={styles.side}>
        <div className={styles.top}>
          <Logo className={styles.logo} />
          {languages
            .filter(({ code }) => code !== LANGUAGE)
            .map(({ code, name }) => (
              <button
                key={code}
                type="button"
                lang={code}
                className={styles.language}
                onClick={() => chooseLanguage(code)}
              >
                {name}
              </button>
            ))}
        </div>
        <p className={styles.title}>{setupTexts.opensInSteps}</p>
        <ol className={styles.steps}>
          {setupTexts.steps.map((name, index) => {
            const done = step !== undefined && index < step
            return (
              <li
                key={name}
                className={done ? styles.done : undefined}
                aria-current={index === step ? 'step' : undefined}
              >
                <span className={styles.number} aria-hidden="true">
                  {done ? <Icon icon={Check} size="small" /> : index + 1}
                </span>
                {name}
              </li>
            )
          })}
        </ol>
        <p className={styles.later}>{setupTexts.changeable}</p>
        <div className={styles.shelf} aria-hidden="true">
          <span>
            <DrawingTile drawing={{ url: atta, shape: 'sack', label: 'Chakki Atta' }} />
          </span>
          <img src={banana} alt="" width={256} height={256} />
          <span>
            <DrawingTile drawing={{ url: oil, shape: 'bottle', label: 'Mustard Oil' }} />
          </span>
          <img src={tomato} alt="" width={256} height={256} />
        </div>
        <div className={styles.scallops} />
      </header>
      <main className={styles.main} id="content" tabIndex={-1}>
        <div className={styles.content}>{children}</div>
      </main>
    </div>
  )
}
