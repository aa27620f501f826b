import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { issueBill } from '../../bill-api'
import { deskTexts } from '../desk-texts'
import { type Order, patchOrderInCache, refetchOrders } from '../orders-api'
import { offerUndo } from '../undo-offer'
import styles from './bill-documents.module.css'
import { RadioList } from './radio-list'
import { setTax, type TaxGiven } from './sheet-api'
import { sheetTexts } from './sheet-texts'

type Lack = NonNullable<Order['billLacks']>[number]
type Given = { hsn: string; condition: string; rate: string }

const NOTHING: Given = { hsn: '', condition: '', rate: '' }

/** Asks for missing tax data of products for which a bill waits, saves it, and issues the bill if possible. */
export function BillLacks({ order: { _id, stage, billLacks = [] } }: { order: Order }) {
  const queryClient = useQueryClient()
  const [given, setGiven] = useState<Record<string, Given>>({})
  const [failedId, setFailedId] = useState('')
  const lacks = billLacks.filter(({ lack }) => lack !== 'NO_CESS')
  const canBill = stage !== 'NEW' && stage !== 'PACKING'
  const save = useMutation({
    mutationFn: async (products: TaxGiven[]) => {
      setFailedId('')
      for (const product of products) {
        setFailedId(product._id)
        await setTax(product)
      }
      setFailedId('')
      return canBill ? issueBill(_id) : undefined
    },
    meta: { errorShownBy: 'component' },
    onSuccess: (billed) => {
      if (!billed) return
      patchOrderInCache(queryClient, billed)
      offerUndo(deskTexts.movedOrder(billed.number, sheetTexts.billed), [billed])
    },
    // Refetch what the products still lack.
    onSettled: () => refetchOrders(queryClient),
  })
  if (lacks.length === 0) return null
  const products = lacks.flatMap((lack) => taxOf(lack, given[lack._id] ?? NOTHING) ?? [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(products)
  }
  // The bill still waits: the text above says for what.
  const waits = save.error instanceof ApiError && save.error.code === 'bill_waits'
  const error = save.error && !waits ? errorMessage(save.error, sheetTexts.failedToGiveTax) : undefined
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {lacks.map((lack) => (
        <LackFields
          key={lack._id}
          lack={lack}
          given={given[lack._id] ?? NOTHING}
          error={failedId === lack._id ? error : undefined}
          onChange={(change) =>
            setGiven((before) => ({ ...before, [lack._id]: { ...(before[lack._id] ?? NOTHING), ...change } }))
          }
        />
      ))}
      {error && !failedId && <Alert tone="danger">{error}</Alert>}
      <Button
        type="submit"
        size="small"
        variant="outline"
        disabled={products.length < lacks.length}
        pending={save.isPending}
      >
        {canBill ? sheetTexts.takeAndBill : sheetTexts.take}
      </Button>
    </form>
  )
}

type FieldsProps = {
  lack: Lack
  given: Given
  error: string | undefined
  onChange: (change: Partial<Given>) => void
}

/** Returns the name of a tax condition; its code if it is unknown. */
const conditionName = (condition: string) =>
  sheetTexts.conditions[condition] ??
  condition.charAt(0) + condition.slice(1).toLowerCase().replaceAll('_', ' ')

function LackFields({ lack: { name, lack, hsn, choices }, given, error, onChange }: FieldsProps) {
  if (lack === 'NO_CONDITION')
    return (
      <>
        <RadioList
          legend={sheetTexts.soldHow(name, hsn)}
          value={given.condition || undefined}
          options={choices.map(({ condition, treatment, rate }) => ({
            value: condition,
            label:
              treatment === 'EXEMPT'
                ? sheetTexts.exempt(conditionName(condition))
                : sheetTexts.taxedAt(conditionName(condition), rate),
          }))}
          onChange={(condition) => onChange({ condition })}
        />
        {error && <Alert tone="danger">{error}</Alert>}
      </>
    )
  return (
    <>
      <Field
        label={sheetTexts.hsnOf(name)}
        description={sheetTexts.hsnHint}
        inputMode="numeric"
        autoComplete="off"
        value={given.hsn || hsn}
        error={error}
        onChange={({ target }) => onChange({ hsn: target.value })}
      />
      {lack === 'NO_RATE' && (
        <Field
          label={sheetTexts.rateOf(name)}
          description={sheetTexts.rateHint}
          inputMode="decimal"
          autoComplete="off"
          value={given.rate}
          onChange={({ target }) => onChange({ rate: target.value })}
        />
      )}
    </>
  )
}

/** Returns a product's tax as entered; undefined while it is incomplete. */
function taxOf({ _id, lack, hsn }: Lack, given: Given): TaxGiven | undefined {
  const newHSN = given.hsn.trim() || hsn
  if (lack === 'NO_CONDITION')
    return given.condition ? { _id, hsn: newHSN, taxCondition: given.condition } : undefined
  if (!newHSN || (lack === 'NO_RATE' && newHSN === hsn && !given.rate.trim())) return undefined
  return { _id, hsn: newHSN, ...(given.rate.trim() && { gstRate: given.rate.trim() }) }
}
