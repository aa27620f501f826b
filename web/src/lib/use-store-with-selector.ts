import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'

/**
 * Replaces the hook of the same name in use-sync-external-store, a shim for React versions without useSyncExternalStore.
 * Returns the selected part of the snapshot, and the same object as before while isEqual holds.
 */
export function useSyncExternalStoreWithSelector<Snapshot, Selection>(
  subscribe: (listener: () => void) => () => void,
  getSnapshot: () => Snapshot,
  _getServerSnapshot: unknown,
  selector: (snapshot: Snapshot) => Selection,
  isEqual: (before: Selection, next: Selection) => boolean,
): Selection {
  const rendered = useRef<{ selection: Selection }>(undefined)
  const getSelection = useMemo(() => {
    let last: { snapshot: Snapshot; selection: Selection } | undefined
    return () => {
      const snapshot = getSnapshot()
      if (last && Object.is(last.snapshot, snapshot)) return last.selection
      const next = selector(snapshot)
      const before = last ?? rendered.current
      last = { snapshot, selection: before && isEqual(before.selection, next) ? before.selection : next }
      return last.selection
    }
  }, [getSnapshot, selector, isEqual])
  const selection = useSyncExternalStore(subscribe, getSelection, getSelection)
  useEffect(() => {
    rendered.current = { selection }
  }, [selection])
  return selection
}
