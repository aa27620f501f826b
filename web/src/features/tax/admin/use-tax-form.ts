import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@/lib/api'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { asciiDigits } from '@/lib/typed-number'
import { useMutation } from '@/lib/use-mutation'
import { type AssignForm, assignTax, type Kind } from '../api'
import { taxTexts as texts } from '../texts'

type Typed = { hsn: string; rate: string }
export type TaxForm = ReturnType<typeof useTaxForm>

type Options = {
  /** Selects every kind initially, including those that ask for a condition. */
  ticked?: boolean
  onAccepted?: () => void
}

/** The state of the proposals: selected kinds and typed values, until they are saved. */
export function useTaxForm(kinds: Kind[], { ticked = false, onAccepted }: Options = {}) {
  const queryClient = useQueryClient()
  const [ticks, setTicks] = useState<Record<string, boolean>>({})
  const [conditions, setConditions] = useState<
    Record<string, { hsn: string; condition: string; kind: string }>
  >({})
  const [typed, setTypedById] = useState<Record<string, Typed>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const isTicked = (kind: Kind) => ticks[kind.key] ?? (ticked || kind.sure)
  const selectedKinds = kinds.filter(isTicked)
  const typedWithHSN = Object.entries(typed).filter(([, { hsn }]) => hsn.trim() !== '')
  const mutation = useMutation({
    mutationFn: assignTax,
    onSuccess: ({ products }) => {
      setTicks({})
      setConditions({})
      setTypedById({})
      setErrors({})
      notify.success(texts.proposals.taken(products))
      onAccepted?.()
      return queryClient.invalidateQueries()
    },
    onError: (error, { products = [] }) => {
      const wrong: Record<string, string> = {}
      for (const { field, message } of error instanceof ApiError ? error.fields : []) {
        const index = Number(/^products\[(\d+)\]/.exec(field)?.[1] ?? -1)
        const id = products[index]?._id
        if (typeof id === 'string') wrong[id] = message
      }
      setErrors(wrong)
      if (Object.keys(wrong).length === 0) toastError(error, { fallback: texts.proposals.failedToTake })
      // The products of a kind have changed: refetch the proposals.
      if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries()
    },
  })
  return {
    isTicked,
    tick: (kind: Kind, on: boolean) => setTicks((before) => ({ ...before, [kind.key]: on })),
    tickAllSure: (on: boolean) =>
      setTicks((before) => ({
        ...before,
        ...Object.fromEntries(kinds.filter(({ sure }) => sure).map(({ key }) => [key, on])),
      })),
    conditionOf: (id: string) => conditions[id]?.condition,
    choose: (id: string, choice: { hsn: string; condition: string; kind: string }) =>
      setConditions((before) => ({ ...before, [id]: choice })),
    typedOf: (id: string): Typed => typed[id] ?? { hsn: '', rate: '' },
    setTyped: (id: string, change: Partial<Typed>) => {
      setTypedById((before) => ({ ...before, [id]: { hsn: '', rate: '', ...before[id], ...change } }))
      setErrors(({ [id]: _, ...rest }) => rest)
    },
    errorOf: (id: string) => errors[id],
    count: selectedKinds.reduce((sum, kind) => sum + kind.products, typedWithHSN.length),
    isAccepting: mutation.isPending,
    accept: () => {
      const wrong = typedWithHSN.filter(([, { hsn }]) => !isHSN(hsn))
      if (wrong.length > 0) {
        setErrors(Object.fromEntries(wrong.map(([id]) => [id, texts.proposals.wrongHSN])))
        return
      }
      const chosen = Object.entries(conditions).filter(([, { kind }]) =>
        selectedKinds.some(({ key }) => key === kind),
      )
      const body: AssignForm = {
        kinds: selectedKinds.map(({ key, products }) => ({ key, products })),
        products: [
          ...chosen.map(([_id, { hsn, condition }]) => ({ _id, hsn, taxCondition: condition })),
          ...typedWithHSN.map(([_id, { hsn, rate }]) => ({
            _id,
            hsn,
            ...(rate !== '' && { gstRate: rate }),
          })),
        ],
      }
      mutation.mutate(body)
    },
  }
}

/** Reports whether a text has the form of an HSN, in digits of any script. */
function isHSN(text: string): boolean {
  return /^(\d{4}|\d{6}|\d{8})$/.test(asciiDigits(text).replaceAll(' ', ''))
}
