import { Languages } from 'lucide-react'
import { useState } from 'react'
import { useShop } from '@/features/settings/use-shop'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { namesTexts as texts } from './texts'

const NamesDialog = lazyDialog(() => import('./names-dialog'))

/** Opens the dialog for names in the shop's other languages; renders nothing in a shop of one language. */
export function NamesButton() {
  const [open, setOpen] = useState(false)
  const [, ...languages] = useShop()?.languages ?? []
  if (languages.length === 0) return null
  return (
    <>
      <Button variant="outline" size="small" icon={Languages} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {open && <NamesDialog languages={languages} onClose={() => setOpen(false)} />}
    </>
  )
}
