import { useNavigate, useRouter } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { setSound, useAlarmSound } from '../live/alarm-sound'
import type { Order } from '../orders-api'
import { pickListOf } from '../pick-list/pick-list'
import { currentUndo } from '../undo-offer'
import { useUndo } from '../use-order-actions'
import { type DeskAction, useDeskKeys } from './desk-keys'
import type { DeskSearch } from './desk-search'
import type { useDesk } from './use-desk'

type Options = {
  desk: ReturnType<typeof useDesk>
  listed: Order[]
  legendRef: RefObject<HTMLDetailsElement | null>
  onFind: () => void
  onFilter: (change: DeskSearch) => void
}

/** Binds the desk's keyboard shortcuts to their actions. */
export function useDeskActions({ desk, listed, legendRef, onFind, onFilter }: Options): void {
  const { current, choice } = desk
  const sound = useAlarmSound()
  const undo = useUndo()
  const navigate = useNavigate({ from: '/dashboard/desk' })
  const router = useRouter()

  const openCurrent = () => {
    if (!current) return
    const params = { number: String(current.number) }
    void navigate({ to: '/dashboard/desk/$number', params, search: (before) => before })
  }
  const print = () => {
    const printed = choice.chosen.length > 0 ? choice.chosen : current ? [current] : []
    const search = { ids: printed.map(({ _id }) => _id).join(','), kind: 'slip' } as const
    if (printed.length > 0)
      window.open(router.buildLocation({ to: '/dashboard/print', search }).href, '_blank')
  }
  useDeskKeys((action: DeskAction) => {
    if (typeof action === 'object') return onFilter(action)
    const offer = currentUndo()
    const actions: Record<typeof action, () => void> = {
      down: () => desk.step(1),
      up: () => desk.step(-1),
      open: openCurrent,
      next: desk.moveCurrent,
      choose: () => current && choice.toggle(current),
      chooseUpTo: () => current && choice.addUpTo(current),
      chooseStage: () => choice.add(listed.filter(({ stage }) => stage === current?.stage)),
      print,
      undo: () => offer && offer.actions.length > 0 && undo.mutate(offer),
      sound: () => setSound(!sound.on),
      find: onFind,
      keys: () => legendRef.current?.querySelector('summary')?.click(),
      clear: choice.clear,
      phone: () => void navigate({ to: '/dashboard/phone-order' }),
      pick: () => void navigate({ to: '/dashboard/pick-list', search: pickListOf(choice.chosen, current) }),
    }
    actions[action]()
  })
}
