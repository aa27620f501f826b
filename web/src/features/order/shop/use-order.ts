import { useEffect } from 'react'
import { type Attempt, type Method, unanswered } from '../attempt'
import { failureOf } from '../failure'
import { texts } from '../texts'
import { useCod } from './use-cod'
import { useOnline } from './use-online'

/** The two ways to order what is in the cart, one press at a time. */
export function useOrder(cartEmpty: boolean) {
  const cod = useCod()
  const online = useOnline()
  const send = (attempt: Attempt) => (attempt.method === 'COD' ? cod : online).mutate(attempt)
  useAnswerAfterReload(cartEmpty, cod)

  const leaving = online.isPending || online.isSuccess
  const busy: Method | undefined = cod.isPending ? 'COD' : leaving ? 'ONLINE' : undefined
  return {
    send,
    /** Sends once more what got no answer. */
    sendAgain: () => {
      const before = unanswered()
      if (before) send(before)
    },
    reset: () => {
      cod.reset()
      online.reset()
    },
    /** The way that is under way. */
    busy,
    /** Where the payment is made that the browser is leaving for. */
    page: online.data?.page,
    failure: cod.error
      ? failureOf(cod.error, 'COD')
      : online.error
        ? failureOf(online.error, 'ONLINE')
        : undefined,
  }
}

/** What is being done, in a sentence. */
export const doing: Record<Method, string> = { COD: texts.ordering, ONLINE: texts.toPayment }

/**
 * A press whose answer was lost with a reload: when it has emptied the cart, the same attempt is sent again,
 * which gives the first answer and orders nothing twice.
 */
function useAnswerAfterReload(empty: boolean, { mutate, isIdle }: ReturnType<typeof useCod>) {
  useEffect(() => {
    const before = empty && isIdle ? unanswered() : undefined
    if (before?.method === 'COD') mutate(before)
  }, [empty, isIdle, mutate])
}
