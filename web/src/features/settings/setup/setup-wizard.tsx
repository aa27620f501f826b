import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '@/lib/api'
import { applyBranding } from '@/lib/apply-branding'
import { toastError } from '@/lib/errors'
import { saveTokens } from '@/lib/session'
import { DEFAULT_NAME } from '@/lib/shop-branding'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { AccountStep } from './account-step'
import { BillsStep } from './bills-step'
import { GoodsStep } from './goods-step'
import { PayStep } from './pay-step'
import { checkStep, type SetupChoices, setUp } from './setup-api'
import { SetupDone } from './setup-done'
import { clearSetupDraft, readSetupDraft, saveSetupDraft } from './setup-draft'
import { SetupFrame } from './setup-frame'
import { setupTexts } from './setup-texts'
import {
  refuse,
  type SetupErrors,
  type SetupValues,
  STEP_COUNT,
  serverRefusals,
  toCheck,
  toRequest,
  withoutStep,
} from './setup-values'
import styles from './setup-wizard.module.css'
import { ShopStep } from './shop-step'
import type { ListSlot } from './step-props'

const STEP_TITLES = [setupTexts.account, setupTexts.shop, setupTexts.goods, setupTexts.pay, setupTexts.bills]
const LAST = STEP_COUNT - 1

/** Focuses the first invalid field of the step, or its heading. */
function focusInvalid(heading: HTMLElement | null): void {
  const invalid = document.querySelector<HTMLElement>('#content [aria-invalid="true"]')
  ;(invalid ?? heading)?.focus()
}

type Props = { token: string; choices: SetupChoices; listSlot: ListSlot }

/** Asks for the owner's account, the shop, its products, payment and bills, and then sets up the shop in one call. */
export function SetupWizard({ token, choices, listSlot }: Props) {
  const queryClient = useQueryClient()
  const [step, setStep] = useState(0)
  const [values, setValues] = useState(readSetupDraft)
  const [errors, setErrors] = useState<SetupErrors>({})
  const head = useRef<HTMLHeadingElement>(null)
  const go = (next: number) => {
    setStep(next)
    head.current?.focus()
  }
  const showRefusal = (error: unknown) => {
    toastError(error, { fallback: setupTexts.failed })
    if (!(error instanceof ApiError)) return
    const refused = serverRefusals(error.fields)
    flushSync(() => {
      setErrors(refused.errors)
      if (refused.step !== undefined) setStep(refused.step)
    })
    focusInvalid(head.current)
  }
  const finishing = useMutation({
    mutationFn: (chosen: SetupValues) => setUp(toRequest(chosen, token)),
    onSuccess: (tokens, { shopName }) => {
      clearSetupDraft()
      applyBranding({ name: shopName.trim() || DEFAULT_NAME, heading: '', logo: '', accent: '' }, 1)
      saveTokens(tokens)
      setStep(STEP_COUNT)
      return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'setup' })
    },
    onError: showRefusal,
  })
  const checking = useMutation({
    mutationFn: async (checked: number) => {
      const request = toCheck(values, checked, token)
      if (request) await checkStep(request)
    },
    onSuccess: (_, checked) => go(checked + 1),
    onError: showRefusal,
  })
  const isPending = checking.isPending || finishing.isPending
  useEffect(() => {
    if (step < STEP_COUNT) saveSetupDraft(values)
  }, [values, step])

  const finish = (chosen: SetupValues) => {
    setValues(chosen)
    // A reload loses the password: return to the first step to ask for it again.
    if (Object.keys(refuse(chosen, 0)).length > 0) {
      setErrors(refuse(chosen, 0))
      go(0)
    } else finishing.mutate(chosen)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const refused = refuse(values, step)
    setErrors(refused)
    if (Object.keys(refused).length === 0) {
      if (step < LAST) checking.mutate(step)
      else finish(values)
    } else requestAnimationFrame(() => focusInvalid(head.current))
  }
  const skip = () => {
    const rest = withoutStep(values, step)
    setErrors({})
    if (step === LAST) return finish(rest)
    setValues(rest)
    go(step + 1)
  }
  const onChange = (change: Partial<SetupValues>) => {
    setValues((before) => ({ ...before, ...change }))
    setErrors((before) => {
      const left = Object.entries(before).filter(([name]) => !(name in change))
      return Object.fromEntries(left) as SetupErrors
    })
  }

  if (step === STEP_COUNT) return <SetupDone values={values} choices={choices} listSlot={listSlot} />
  const Step = [AccountStep, ShopStep, GoodsStep, PayStep, BillsStep][step] ?? AccountStep
  return (
    <SetupFrame step={step} languages={choices.languages}>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <div className={styles.head}>
          <p className={styles.eyebrow}>{setupTexts.stepOf(step + 1, STEP_COUNT)}</p>
          <h1 ref={head} tabIndex={-1}>
            {STEP_TITLES[step]?.title}
          </h1>
          <p>{STEP_TITLES[step]?.hint}</p>
        </div>
        <Step values={values} errors={errors} onChange={onChange} choices={choices} />
        <div className={styles.foot}>
          {step > 0 && (
            <>
              <Button variant="quiet" icon={ArrowLeft} pending={isPending} onClick={() => go(step - 1)}>
                {setupTexts.back}
              </Button>
              <Button variant="quiet" pending={isPending} onClick={skip}>
                {step < LAST ? setupTexts.skip : setupTexts.later}
              </Button>
            </>
          )}
          <Button type="submit" pending={isPending}>
            {step < LAST ? setupTexts.next : finishing.isPending ? setupTexts.finishing : setupTexts.finish}
            <Icon icon={ArrowRight} size="small" />
          </Button>
        </div>
      </form>
    </SetupFrame>
  )
}
