import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field } from '@/ui/field'
import { IconButton } from '@/ui/icon-button'
import { texts } from './texts'

/** A password field with a button that shows or hides the value. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>) {
  const [visible, setVisible] = useState(false)
  return (
    <Field
      {...props}
      type={visible ? 'text' : 'password'}
      trailing={
        <IconButton
          label={texts.showPassword}
          icon={visible ? EyeOff : Eye}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  )
}
