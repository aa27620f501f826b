import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '@/lib/dates'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Badge } from '@/ui/badge'
import { IconButton } from '@/ui/icon-button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { panelClass } from '@/ui/panel'
import { textStyles } from '@/ui/text-styles'
import { removeToken, type Token, tokensQuery } from '../api'
import { tokenTexts } from '../texts'
import styles from './token-list.module.css'

const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))

/** The tokens with their scope, last use, and a button to remove each. */
export function TokenList({ tokens }: { tokens: Token[] }) {
  const [removing, setRemoving] = useState<{ open: boolean; token: Token }>()
  const queryClient = useQueryClient()
  const fold = () => setRemoving((before) => before && { ...before, open: false })
  const removal = useMutation({
    mutationFn: ({ _id }: Token) => removeToken(_id),
    onSuccess: (_, { name }) => {
      notify.success(tokenTexts.removed(name))
      return queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })
    },
    onError: (reason) => toastError(reason, { fallback: tokenTexts.removeFailed }),
    onSettled: fold,
  })
  return (
    <>
      <ul className={panelClass()} aria-label={tokenTexts.tokens}>
        {tokens.map((token) => (
          <li key={token._id} className={styles.token}>
            <span className={styles.what}>
              <b>{token.name}</b>
              <span className={textStyles.caption}>{detailsOf(token)}</span>
            </span>
            <span className={styles.scope}>
              {token.active ? (
                <Badge tone="accent">{tokenTexts.scope[token.scope]}</Badge>
              ) : (
                <Badge tone="danger">{tokenTexts.inactive}</Badge>
              )}
            </span>
            <IconButton
              label={tokenTexts.remove(token.name)}
              icon={Trash2}
              variant="danger"
              onClick={() => setRemoving({ open: true, token })}
              className={styles.remove}
            />
          </li>
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          open={removing.open}
          title={tokenTexts.remove(removing.token.name)}
          question={tokenTexts.removeQuestion}
          answers={tokenTexts.removeAnswers}
          busy={removal.isPending}
          onCancel={fold}
          onConfirm={() => removal.mutate(removing.token)}
        />
      )}
    </>
  )
}

function detailsOf({ madeBy, createdAt, lastUsedAt, expiresAt }: Token): string {
  return [
    lastUsedAt ? tokenTexts.lastUsed(formatDateTime(lastUsedAt)) : tokenTexts.neverUsed,
    expiresAt && tokenTexts.ends(formatDateTime(expiresAt)),
    tokenTexts.madeBy(madeBy, formatDateTime(createdAt)),
  ]
    .filter(Boolean)
    .join(' · ')
}
