import { User } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button'
import { Dialog, DialogFooter } from '../dialog'
import { Drawer } from '../drawer'
import { Field } from '../field'
import { FiltersDrawer } from '../filters-drawer'
import { Icon } from '../icon'
import { lazyDialog } from '../lazy-dialog'
import { Menu, menuItemClass } from '../menu'
import { Story, StoryGroup } from './story'
import styles from './story.module.css'

const ConfirmDialog = lazyDialog(() => import('../confirm-dialog'))

type Opened = 'dialog' | 'form' | 'confirm' | 'drawer' | 'filters'

export function DialogStories() {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <StoryGroup title="Dialogs">
      <Story name="Dialog">
        <Button onClick={() => setOpened('dialog')}>Open a dialog</Button>
        <Button onClick={() => setOpened('form')}>Open a form</Button>
      </Story>
      <Story name="ConfirmDialog, lazyDialog">
        <Button onClick={() => setOpened('confirm')}>Open a question</Button>
      </Story>
      <Story name="Drawer">
        <Button onClick={() => setOpened('drawer')}>Open a drawer</Button>
      </Story>
      <Story name="FiltersDrawer">
        <Button onClick={() => setOpened('filters')}>Open the filters</Button>
      </Story>
      <Story name="Menu">
        <div className={styles.end}>
          <Menu label="Account" trigger={<Icon icon={User} />}>
            {(closeMenu) => (
              <>
                <a className={menuItemClass} href="#content">
                  My orders
                </a>
                <button type="button" className={menuItemClass} onClick={closeMenu}>
                  Log out
                </button>
              </>
            )}
          </Menu>
        </div>
      </Story>

      <Dialog
        open={opened === 'dialog'}
        onClose={close}
        title="Move the order on?"
        description="Asha's order #1042"
      >
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button onClick={close}>Move on</Button>
        </DialogFooter>
      </Dialog>
      <Dialog open={opened === 'form'} onClose={close} title="Edit the address" form>
        <Field label="Name" defaultValue="Asha Kulkarni" />
        <Field label="PIN code" error="PIN code must have 6 digits." />
        <DialogFooter>
          <Button onClick={close}>Save</Button>
        </DialogFooter>
      </Dialog>
      <Drawer open={opened === 'drawer'} onClose={close} label="Cart">
        <div className={styles.surface}>
          <h2>Cart</h2>
          <p>What stands in a drawer is its feature's.</p>
          <Button onClick={close}>Close the drawer</Button>
        </div>
      </Drawer>
      <FiltersDrawer
        open={opened === 'filters'}
        onClose={close}
        title="Filters"
        clear={{ label: 'Clear all', onPress: close }}
        showLabel="Show 12 products"
      >
        <Field label="Brand" />
      </FiltersDrawer>
      <ConfirmDialog
        open={opened === 'confirm'}
        title="Delete the product?"
        question="It leaves the shop at once."
        answers={{ no: 'Cancel', yes: 'Confirm' }}
        onCancel={close}
        onConfirm={close}
      />
    </StoryGroup>
  )
}
