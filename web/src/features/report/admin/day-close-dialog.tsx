import { useQueryClient } from '@tanstack/react-query'
import { formatDay } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { plainNumber } from '@/lib/plain-number'
import { useServerForm } from '@/lib/use-server-form'
import { z } from '@/lib/zod'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { TextAreaField } from '@/ui/text-area-field'
import { closeDay, type DayClose, dayQuery } from '../api'
import { differenceText } from '../difference'
import { drawerName } from '../drawer-name'
import { texts } from '../texts'
import styles from './day-close-dialog.module.css'

type Props = { close: DayClose; onClose: () => void }

/** Matches an amount in rupees as typed: "6930", "6930.50". */
const AMOUNT = /^\d{1,8}(\.\d{1,2})?$/

/** The props of every field for an amount. */
const AMOUNT_FIELD = { prefix: '₹', inputMode: 'decimal', autoComplete: 'off' } as const
type FieldPath = `riders.${number}` | `drawers.${number}.opening` | `drawers.${number}.counted`

const amountOrEmpty = z
  .string()
  .check(
    z.refine((typed) => plainNumber(typed) === '' || AMOUNT.test(plainNumber(typed)), texts.amountInvalid),
  )

const closeSchema = z.object({
  counted: z.string().check(z.refine((typed) => AMOUNT.test(plainNumber(typed)), texts.amountInvalid)),
  riders: z.array(amountOrEmpty),
  drawers: z.array(
    z.object({ opening: amountOrEmpty, counted: amountOrEmpty }).check(
      z.refine(({ opening, counted }) => plainNumber(opening) === '' || plainNumber(counted) !== '', {
        error: texts.amountInvalid,
        path: ['counted'],
      }),
    ),
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

/**
 * Returns each person who took cash at the door, with the amount already handed in. Empty if one person took all the
 * cash, since the total is then that person's.
 */
function riderCounts({ byRider, byRiderNow, counterNow }: DayClose) {
  if (byRiderNow.length + counterNow.length < 2) return []
  return byRiderNow.map(({ rider, amount }) => {
    const counted = byRider.find((taker) => taker.rider === rider)?.counted ?? null
    return { rider, amount, counted }
  })
}

/** Returns each drawer of the counter with the sums already counted in it. */
function drawersOf({ counter, counterNow }: DayClose) {
  return counterNow.map((now) => {
    const { device, whoId, who, cash, givenBack } = now
    const isSame = (drawer: typeof now) =>
      drawer.device === device && (drawer.whoId === '' ? drawer.who === who : drawer.whoId === whoId)
    const { opening, counted } = counter.find(isSame) ?? {}
    return {
      device,
      whoId,
      name: drawerName(now),
      taken: toPaise(cash) - toPaise(givenBack),
      opening,
      counted,
    }
  })
}

function CloseForm({ close, onClose }: Props) {
  const queryClient = useQueryClient()
  const takers = riderCounts(close)
  const drawers = drawersOf(close)
  const form = useServerForm({
    schema: closeSchema,
    defaultValues: {
      counted: String(close.counted ?? ''),
      riders: takers.map(({ counted }) => String(counted ?? '')),
      drawers: drawers.map(({ opening, counted }) => ({
        opening: String(opening ?? ''),
        counted: String(counted ?? ''),
      })),
      note: close.note,
    },
    submit: ({ counted, riders, drawers: sums, note }) => {
      const byRider = takers.flatMap(({ rider }, index) => {
        const typed = plainNumber(riders[index] ?? '')
        return typed === '' ? [] : [{ rider, counted: Number(typed) }]
      })
      const counter = drawers.flatMap(({ device, whoId }, index) => {
        const inDrawer = plainNumber(sums[index]?.counted ?? '')
        const opening = Number(plainNumber(sums[index]?.opening ?? ''))
        return inDrawer === '' ? [] : [{ device, whoId, opening, counted: Number(inDrawer) }]
      })
      return closeDay({ day: close.day, counted: Number(plainNumber(counted)), byRider, counter, note })
    },
    onSuccess: (kept) => {
      queryClient.setQueryData(dayQuery(close.day).queryKey, kept)
      notify.success(texts.dayKept)
      onClose()
    },
    messages: { fallback: texts.dayFailed },
  })
  const expected = toPaise(close.expected) + toPaise(close.changedSince)
  const typed = plainNumber(form.watch('counted'))
  const difference = AMOUNT.test(typed) ? toPaise(Number(typed)) - expected : undefined
  /**
   * Fills in the total from the amounts of all persons and drawers, once all are typed. Not if suppliers were paid in
   * cash, or if one person took all the cash.
   */
  const sumUp = () => {
    if (close.suppliers > 0 || takers.length < close.byRiderNow.length) return
    const values = form.getValues()
    const counted = [...values.riders, ...values.drawers.map((drawer) => drawer.counted)].map(plainNumber)
    if (!counted.every((amount) => AMOUNT.test(amount))) return
    const openings = values.drawers.map(({ opening }) => Number(plainNumber(opening)))
    const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + toPaise(amount), 0)
    const paise = total(counted.map(Number)) - total(openings)
    if (!(paise >= 0)) return
    form.setValue('counted', String(paise / 100), { shouldValidate: form.formState.isSubmitted })
  }
  /** The props of a field whose amount is part of the total. */
  const part = (name: FieldPath) => {
    const field = form.field(name)
    const onChange: typeof field.onChange = async (event) => {
      await field.onChange(event)
      sumUp()
    }
    return { ...AMOUNT_FIELD, ...field, onChange }
  }
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <div className={styles.fields}>
        {takers.length > 0 && (
          <fieldset className={styles.riders}>
            <legend>{texts.byRider}</legend>
            {takers.map(({ rider, amount }, index) => (
              <Field
                key={rider}
                label={rider || texts.atTheDoor}
                description={texts.shouldHave(formatRupees(toPaise(amount)))}
                {...part(`riders.${index}`)}
              />
            ))}
          </fieldset>
        )}
        {drawers.map(({ device, whoId, name, taken }, index) => (
          <fieldset key={`${device} ${whoId}`} className={styles.drawer}>
            <legend>{name}</legend>
            <Field label={texts.inTheMorning} {...part(`drawers.${index}.opening`)} />
            <Field
              label={texts.inItNow}
              description={texts.cameIn(formatRupees(taken))}
              {...part(`drawers.${index}.counted`)}
            />
          </fieldset>
        ))}
        <p>
          {texts.expected}: <b>{formatRupees(expected)}</b>
        </p>
        <Field
          label={texts.countedLabel}
          description={drawers.length > 0 ? texts.countedHint : undefined}
          {...AMOUNT_FIELD}
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
        <Button type="submit" pending={form.isPending}>
          {texts.keep}
        </Button>
      </DialogFooter>
    </form>
  )
}
