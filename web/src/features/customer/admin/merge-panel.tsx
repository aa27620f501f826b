import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import { SearchField } from '@/ui/search-field'
import { textStyles } from '@/ui/text-styles'
import { type CustomerProfile, customersQuery } from '../api'
import { customerTexts } from '../texts'
import styles from './person-panels.module.css'

/** Finds the duplicate record of a customer and opens the page that merges the two. */
export function MergePanel({ customer }: { customer: CustomerProfile }) {
  const [query, setQuery] = useState('')
  const { data } = useQuery({ ...customersQuery({ q: query }), enabled: query.trim() !== '' })
  const candidates = query.trim() ? (data?.customers.filter(({ _id }) => _id !== customer._id) ?? []) : []
  return (
    <Panel padded id="merge">
      <h2 className={textStyles.title}>{customerTexts.twice}</h2>
      <SearchField
        label={customerTexts.findDuplicate}
        placeholder={customerTexts.searchHint}
        query={query}
        onSearch={setQuery}
      />
      <ul>
        {candidates.slice(0, 5).map(({ _id, name, mobile }) => (
          <li key={_id} className={styles.line}>
            <span>
              <b>{name}</b> {mobile}
            </span>
            <Link
              to="/dashboard/customers/$id/merge"
              params={{ id: customer._id }}
              search={{ other: _id }}
              className={buttonClass({ variant: 'quiet', size: 'small' })}
            >
              <Icon icon={Merge} />
              {customerTexts.compare}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
