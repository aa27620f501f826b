import { ScanBarcode } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTitle } from '@/lib/title'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { CounterStore } from '../counter-store'
import { counterTexts as texts } from '../counter-texts'
import { CounterScreen } from './counter-screen'
import { NewDevice } from './new-device'

/** The counter: one screen for keyboard, scanner and touch. */
export function CounterPage() {
  useTitle(texts.title)
  const [store, setStore] = useState<CounterStore>()
  useEffect(() => {
    const opened = new CounterStore()
    void opened.open()
    setStore(opened)
    return () => opened.close()
  }, [])
  return store ? <OpenedCounter store={store} /> : <LinesSkeleton count={5} />
}

function OpenedCounter({ store }: { store: CounterStore }) {
  const state = useSyncExternalStore(store.subscribe, store.getState)
  switch (state.phase) {
    case 'LOADING':
      return <LinesSkeleton count={5} />
    case 'BLOCKED':
      return (
        <EmptyState
          icon={ScanBarcode}
          tone="chilli"
          level={1}
          title={texts.blocked}
          description={texts.blockedHint}
        />
      )
    case 'ELSEWHERE':
      return (
        <EmptyState
          icon={ScanBarcode}
          tone="sky"
          level={1}
          title={texts.elsewhere(state.device?.name ?? texts.title)}
          description={texts.elsewhereHint}
        >
          <Button onClick={() => void store.open(true)}>{texts.sellHere}</Button>
        </EmptyState>
      )
    case 'NEW':
      return <NewDevice onName={(name) => store.register(name)} />
    case 'READY':
      return <CounterScreen store={store} state={state} />
  }
}
