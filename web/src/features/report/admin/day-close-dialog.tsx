import { useQueryClient } from '@tanstack/react-query'
import { formatDay } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { asciiDigits } from '@/lib/typed-number'
import { useServerForm } from '@/lib/use-server-form'
import { z } from '@/lib/zod'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { TextAreaField } from '@/ui/text-area-field'
import { closeDay, type DayClose, dayQuery } from '../api'
import { differenceText } from '../difference'
import { texts } from '../texts'
import styles from './day-close-dialog.module.css'

type Props = { close: DayClose; onClose: () => void }

/** Matches an amount in rupees as typed: "6930", "6930.50". */
const AMOUNT = /^\d{1,8}(\.\d{1,2})?$/
const plain = (typed: string) => asciiDigits(typed).replace(/[,\s₹]/g, '')

const closeSchema = z.object({
  counted: z.string().check(z.refine((typed) => AMOUNT.test(plain(typed)), texts.amountInvalid)),
  riders: z.array(
    z
      .string()
      .check(z.refine((typed) => plain(typed) === '' || AMOUNT.test(plain(typed)), texts.amountInvalid)),
  ),
  note: z.string().check(z.maxLength(500, texts.noteLong)),
})

/** Asks for the counted cash of a day, beside the expected amount. A failed save keeps the values. */
export default function DayCloseDialog({ close, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={texts.countTitle} description={formatDay(close.day)} form>
      <CloseForm close={close} onClose={onClose} />
    </Dialog>
  )
}

/** Returns each person who took cash with the amount already handed in, if there are several; one person's amount is the total. */
function takersOf({ byRider, byRiderNow }: DayClose) {
  if (byRiderNow.length < 2) return []
  return byRiderNow.map(({ rider, amount }) => {
    const counted = byRider.find((taker) => taker.rider === rider)?.counted ?? null
    return { rider, amount, counted }
  })
}

function CloseForm({ close, onClose }: Props) {
  const queryClient = useQueryClient()
  const takers = takersOf(close)
  const form = useServerForm({
    schema: closeSchema,
    defaultValues: {
      counted: String(close.counted ?? ''),
      riders: takers.map(({ counted }) => String(counted ?? '')),
      note: close.note,
    },
    submit: ({ counted, riders, note }) => {
      const byRider = takers.flatMap(({ rider }, index) => {
        const typed = plain(riders[index] ?? '')
        return typed === '' ? [] : [{ rider, counted: Number(typed) }]
      })
      return closeDay({ day: close.day, counted: Number(plain(counted)), byRider, note })
    },
    onSuccess: (kept) => {
      queryClient.setQueryData(dayQuery(close.day).queryKey, kept)
      notify.success(texts.dayKept)
      onClose()
    },
    messages: { fallback: texts.dayFailed },
  })
  const expected = toPaise(close.expected) + toPaise(close.changedSince)
  const typed = plain(form.watch('counted'))
  const difference = AMOUNT.test(typed) ? toPaise(Number(typed)) - expected : undefined
  /** Computes the total from the riders' amounts, once all are typed and no other cash was moved. */
  const sumUp = (index: number, value: string) => {
    if (close.counter.length > 0 || close.suppliers > 0) return
    const amounts = form.getValues('riders').map((amount, at) => plain(at === index ? value : amount))
    if (!amounts.every((amount) => AMOUNT.test(amount))) return
    const paise = amounts.reduce((sum, amount) => sum + toPaise(Number(amount)), 0)
    form.setValue('counted', String(paise / 100), { shouldValidate: form.formState.isSubmitted })
  }
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <div className={styles.fields}>
        {takers.length > 0 && (
          <fieldset className={styles.riders}>
            <legend>{texts.byRider}</legend>
            {takers.map(({ rider, amount }, index) => {
              const field = form.field(`riders.${index}`)
              return (
                <Field
                  key={rider}
                  label={rider || texts.atTheDoor}
                  prefix="₹"
                  inputMode="decimal"
                  autoComplete="off"
                  description={texts.shouldHave(formatRupees(toPaise(amount)))}
                  {...field}
                  onChange={(event) => {
                    void field.onChange(event)
                    sumUp(index, event.target.value)
                  }}
                />
              )
            })}
          </fieldset>
        )}
        <p>
          {texts.expected}: <b>{formatRupees(expected)}</b>
        </p>
        <Field
          label={texts.countedLabel}
          prefix="₹"
          inputMode="decimal"
          autoComplete="off"
          required
          {...form.field('counted')}
        />
        <p className={styles.difference} role="status">
          {difference !== undefined && differenceText(difference)}
        </p>
        <TextAreaField label={texts.note} rows={2} {...form.field('note')} />
      </div>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" disabled={form.isPending}>
          {texts.keep}
        </Button>
      </DialogFooter>
    </form>
  )
}
