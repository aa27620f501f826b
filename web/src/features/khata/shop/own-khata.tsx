import { useQuery } from '@tanstack/react-query'
import { ownKhataQuery } from '../api'
import { khataTexts } from '../texts'
import { KhataPaper } from './khata-paper'

/** The shopper's own khata, if it has any entries. */
export function OwnKhata() {
  const { data: statement } = useQuery({ ...ownKhataQuery, meta: { silent: true } })
  if (!statement || statement.entries.length === 0) return null
  return <KhataPaper title={khataTexts.mine} statement={statement} />
}
