import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { classNames } from '@/lib/class-names'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Picture } from '@/ui/picture'
import { textStyles } from '@/ui/text-styles'
import { nameWithUnit } from '../name-with-unit'
import styles from './bulk-pictures.module.css'
import { PictureProductChoice } from './picture-product-choice'
import { decideProposals, type Proposal, proposalsQuery } from './pictures-api'
import { texts } from './pictures-texts'

type Chosen = { _id: string; name: string; unit: string }

/** Pictures whose product is uncertain: each is assigned to a product or skipped. */
export function PictureReview() {
  const queryClient = useQueryClient()
  const { data } = useQuery(proposalsQuery)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const { mutate, isPending } = useMutation({
    mutationFn: decideProposals,
    onSuccess: (decision) => {
      if (decision.taken > 0) notify.success(texts.decided(decision.taken))
      const first = decision.refused[0]
      if (first) notify.error(first.message)
      return queryClient.invalidateQueries({ queryKey: ['catalog'] })
    },
    onError: (error) => toastError(error, { fallback: texts.decideFailed }),
  })
  if (!data || data.proposals.length === 0) return null
  const productOf = (p: Proposal) => chosen.get(p._id) ?? p.product
  // Preselect guesses only. The user must select a picture that another product already has, or one for a product with
  // the maximum number of pictures.
  const isTaken = (p: Proposal) =>
    productOf(p) !== undefined && (p.reason === 'near' || chosen.has(p._id)) && !refused.has(p._id)
  const taken = data.proposals.filter(isTaken)
  const toggle = (p: Proposal, take: boolean) => {
    setRefused((before) => {
      const after = new Set(before)
      if (take) after.delete(p._id)
      else after.add(p._id)
      return after
    })
    const product = productOf(p)
    if (take && product) setChosen((before) => new Map(before).set(p._id, product))
  }
  return (
    <section aria-label={texts.review} className={styles.review}>
      <h3>{texts.review}</h3>
      {data.proposals.length < data.total && <p>{texts.reviewHint(data.proposals.length, data.total)}</p>}
      <ul className={styles.pairs}>
        {data.proposals.map((p) => {
          const product = productOf(p)
          return (
            <li key={p._id} className={classNames(styles.pair, !product && styles.none)}>
              <Picture src={p.image} name={p.file} className={styles.picture} />
              <p className={textStyles.caption}>{p.file}</p>
              <span className={styles.take}>
                <Checkbox
                  aria-label={texts.take(p.file)}
                  checked={isTaken(p)}
                  disabled={!product}
                  onChange={({ target }) => toggle(p, target.checked)}
                />
                {product ? nameWithUnit(product) : texts.chooseProduct}
              </span>
              {p.other && <p>{texts.alsoOf(p.other)}</p>}
              <Badge tone={p.reason === 'none' ? 'danger' : 'warning'}>{texts.reasons[p.reason]}</Badge>
              <PictureProductChoice
                file={p.file}
                onChoose={(picked) => {
                  setChosen((before) => new Map(before).set(p._id, picked))
                  setRefused((before) => new Set([...before].filter((id) => id !== p._id)))
                }}
              />
              <Button
                variant="quiet"
                size="small"
                aria-label={texts.skip(p.file)}
                pending={isPending}
                onClick={() => mutate({ skip: [p._id] })}
              >
                {texts.skipShort}
              </Button>
            </li>
          )
        })}
      </ul>
      <Button
        disabled={taken.length === 0}
        pending={isPending}
        onClick={() => mutate({ take: taken.map((p) => ({ _id: p._id, product: productOf(p)?._id ?? '' })) })}
      >
        {texts.takeAll(taken.length)}
      </Button>
    </section>
  )
}
