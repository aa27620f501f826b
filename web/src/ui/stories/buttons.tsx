import { Filter, Plus, Search, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass } from '../button'
import { Chip, ChipSelect, chipClass } from '../chip'
import { headerButtonClass } from '../header-button'
import { Icon } from '../icon'
import { IconButton, iconButtonClass } from '../icon-button'
import { textLinkClass } from '../text-link'
import { Story, StoryGroup } from './story'
import styles from './story.module.css'

const VARIANTS = ['primary', 'accent', 'outline', 'quiet', 'danger', 'danger-quiet'] as const

const SORTS = [
  { value: 'popular', label: 'Popular' },
  { value: 'cheap', label: 'Price, low to high' },
]

export function ButtonStories() {
  const [pressed, setPressed] = useState(true)
  const [sort, setSort] = useState('popular')
  return (
    <StoryGroup title="Buttons and links">
      {VARIANTS.map((variant) => (
        <Story key={variant} name={`Button ${variant}`}>
          <Button variant={variant}>Place order</Button>
          <Button variant={variant} icon={Plus}>
            Add
          </Button>
          <Button variant={variant} size="small">
            Small
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <a className={buttonClass({ variant })} href="#content">
            All orders
          </a>
        </Story>
      ))}
      <Story name="Button wide" stacked>
        <Button wide>As wide as its place</Button>
      </Story>
      <Story name="IconButton">
        <IconButton label="Search" icon={Search} />
        <IconButton label="Add a product" icon={Plus} variant="outline" />
        <IconButton label="Delete" icon={Trash2} variant="danger" />
        <IconButton label="Close" icon={X} size="large" />
        <IconButton label="Delete, disabled" icon={Trash2} disabled />
        <a className={iconButtonClass('outline')} href="#content" aria-label="All filters">
          <Icon icon={Filter} />
        </a>
      </Story>
      <Story name="Chip">
        <Chip pressed={pressed} onClick={() => setPressed(!pressed)}>
          In stock
        </Chip>
        <Chip pressed={false} icon={Filter} onClick={() => setPressed(false)}>
          Offers
        </Chip>
        <Chip icon={X} onClick={() => setPressed(false)}>
          Clear
        </Chip>
        <a className={chipClass} href="#content">
          All offers
        </a>
        <ChipSelect
          accessibleName="Sort"
          label={sort === 'popular' ? 'Sort' : 'Price, low to high'}
          selected={sort !== 'popular'}
          value={sort}
          options={SORTS}
          onSelect={setSort}
        />
      </Story>
      <Story name="headerButtonClass">
        <div className={styles.onHeader}>
          <button type="button" className={headerButtonClass} aria-label="Search">
            <Icon icon={Search} />
            <span>Search</span>
          </button>
        </div>
      </Story>
      <Story name="textLinkClass">
        <p>
          A line with{' '}
          <a className={textLinkClass} href="#content">
            our prices
          </a>{' '}
          in it.
        </p>
      </Story>
    </StoryGroup>
  )
}
