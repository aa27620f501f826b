import type { DayClose } from './api'
import { texts } from './texts'

/** Returns the name of a drawer: its device and person, with the email where others have the same name. */
export function drawerName({ name, who, email }: DayClose['counter'][number]): string {
  return texts.drawer(name, email ? `${who} (${email})` : who)
}
