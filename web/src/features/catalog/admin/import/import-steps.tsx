import { Check } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'
import { VisuallyHidden } from '@/ui/visually-hidden'
import styles from './import-steps.module.css'
import { texts } from './import-texts'

const STEPS = ['file', 'columns', 'check', 'import', 'pictures'] as const
export type Step = (typeof STEPS)[number]

/** The steps of an import, with the current one marked. */
export function ImportSteps({ step }: { step: Step }) {
  const at = STEPS.indexOf(step)
  return (
    <ol className={styles.steps} aria-label={texts.stepsName}>
      {STEPS.map((name, index) => (
        <li
          key={name}
          className={classNames(index === at && styles.now, index < at && styles.done)}
          aria-current={index === at ? 'step' : undefined}
        >
          <i aria-hidden="true">{index < at ? <Icon icon={Check} size="small" /> : index + 1}</i>
          {texts.steps[name]}
          {index < at && <VisuallyHidden>{texts.stepDone}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  )
}
