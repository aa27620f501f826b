import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '../checkbox'
import { Field } from '../field'
import { FieldError } from '../field-error'
import { FieldFrame, fieldDescriptionClass, fieldLabelClass, inputClass } from '../field-frame'
import { FilterSelect } from '../filter-select'
import { IconButton } from '../icon-button'
import { SearchField } from '../search-field'
import { SelectField } from '../select-field'
import { Switch } from '../switch'
import { TextAreaField } from '../text-area-field'
import { Story, StoryGroup } from './story'
import styles from './story.module.css'

const STATES = [
  { value: 'MH', label: 'Maharashtra' },
  { value: 'KA', label: 'Karnataka' },
]

export function FieldStories() {
  const [query, setQuery] = useState('atta')
  const [filter, setFilter] = useState('all')
  return (
    <StoryGroup title="Fields">
      <Story name="Field" stacked>
        <Field label="Name" defaultValue="Asha Kulkarni" />
        <Field label="Price" prefix="₹" defaultValue="-1" error="Price must be more than 0." />
        <Field label="Mobile" description="For the delivery only." placeholder="98220 12345" />
        <Field
          label="Password"
          type="password"
          defaultValue="secret"
          trailing={<IconButton label="Show the password" icon={Eye} />}
        />
        <Field label="Email" defaultValue="asha@example.com" disabled />
      </Story>
      <Story name="TextAreaField" stacked>
        <TextAreaField label="Note" description="For the shop." defaultValue={'Two lines\nof text'} />
        <TextAreaField label="Reason" error="Reason is required." />
      </Story>
      <Story name="SelectField" stacked>
        <SelectField label="State" placeholder="Choose a state" options={STATES} />
        <SelectField label="State" placeholder="Choose a state" options={STATES} error="State is required." />
        <SelectField label="State" placeholder="Choose a state" options={STATES} defaultValue="KA" disabled />
      </Story>
      <Story name="FieldFrame" stacked>
        <FieldFrame label="Opens at" description="The shop's own time.">
          {(control) => <input {...control} className={inputClass()} type="time" defaultValue="09:00" />}
        </FieldFrame>
        <div>
          <p className={fieldLabelClass}>A group of controls</p>
          <p className={fieldDescriptionClass}>With a description of its own.</p>
          <FieldError>Choose at least one.</FieldError>
        </div>
      </Story>
      <Story name="FilterSelect">
        <FilterSelect
          name="filter"
          label="Filter"
          value={filter}
          options={{ all: 'All orders', due: 'Refund due' }}
          onSelect={setFilter}
        />
      </Story>
      <Story name="Checkbox">
        <Checkbox aria-label="Off" />
        <Checkbox aria-label="On" defaultChecked />
        <Checkbox aria-label="Some" indeterminate />
        <Checkbox aria-label="On, disabled" defaultChecked disabled />
      </Story>
      <Story name="Switch" stacked>
        <Switch label="Off" />
        <Switch label="Published" description="Shoppers see it at once." defaultChecked />
        <Switch label="Disabled" disabled />
      </Story>
      <Story name="SearchField" stacked>
        <SearchField label="Search the orders" query={query} onSearch={setQuery} />
        <SearchField label="Search the products" query="" onSearch={setQuery} />
        <div className={styles.onHeader}>
          <SearchField label="Search the shop" query={query} onSearch={setQuery} variant="header" />
        </div>
      </Story>
    </StoryGroup>
  )
}
