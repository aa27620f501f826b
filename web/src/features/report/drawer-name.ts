import type { DayClose } from './api'
import { texts } from './texts'

/** Returns the name of a drawer: its device and person, with the email if several persons share the name. */
export function drawerName({ name, who, email }: DayClose['counter'][number]): string {
  return texts.drawer(name, email ? `${who} (${email})` : who)
}
