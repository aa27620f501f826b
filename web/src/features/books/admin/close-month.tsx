import { useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import ConfirmDialog from '@/ui/confirm-dialog'
import { type Books, booksKey, closeMonth } from '../api'
import { booksTexts as texts } from '../books-texts'
import { monthName } from '../period'
import styles from './books-page.module.css'

/** Closes a month after a confirmation, or says why it cannot be closed. */
export function CloseMonth({ books, month }: { books: Books; month: string }) {
  const [asks, setAsks] = useState(false)
  const queries = useQueryClient()
  const closing = useMutation({
    mutationFn: () => closeMonth(month),
    onSettled: () => {
      setAsks(false)
      return queries.invalidateQueries({ queryKey: booksKey })
    },
    meta: { errorShownBy: 'component' },
  })
  const name = monthName(month)
  const notice = closing.error ? errorMessage(closing.error, texts.failedToLoad) : books.keptOpen
  return (
    <section className={styles.close} aria-label={texts.closeTitle(name)}>
      <div>
        <h2>{texts.closeTitle(name)}</h2>
        <p>{texts.closeHint(name)}</p>
        {notice && (
          <Alert tone="warning" role={closing.error ? 'alert' : undefined}>
            {notice}
          </Alert>
        )}
      </div>
      <Button variant="outline" icon={Lock} disabled={books.keptOpen !== ''} onClick={() => setAsks(true)}>
        {texts.closeTitle(name)}
      </Button>
      <ConfirmDialog
        open={asks}
        title={`${texts.closeTitle(name)}?`}
        question={texts.closeQuestion}
        answers={texts.closeAnswers}
        busy={closing.isPending}
        onCancel={() => setAsks(false)}
        onConfirm={() => closing.mutate()}
      />
    </section>
  )
}
