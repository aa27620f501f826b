import { PackageOpen, RotateCcw } from 'lucide-react'
import { notify } from '@/lib/notify'
import { Alert } from '../alert'
import { Badge } from '../badge'
import { Button } from '../button'
import { EmptyState } from '../empty-state'
import { LinesSkeleton } from '../lines-skeleton'
import { LoadingFailed } from '../loading-failed'
import { LoadingStatus, Skeleton } from '../skeleton'
import { Toaster } from '../toaster'
import { Story, StoryGroup } from './story'
import styles from './story.module.css'

const SHAPES = ['heading', 'line', 'arch', 'niche', 'picture', 'card'] as const

export function FeedbackStories() {
  return (
    <StoryGroup title="Feedback">
      <Story name="Alert" stacked>
        <Alert tone="info">The shop opens at 9.00.</Alert>
        <Alert tone="success">The payment has arrived.</Alert>
        <Alert tone="warning">Some prices have changed.</Alert>
        <Alert tone="danger" action={<Button size="small">Try again</Button>}>
          The order was not placed.
        </Alert>
        <Alert tone="info" icon={RotateCcw}>
          With an icon of its own.
        </Alert>
      </Story>
      <Story name="Badge">
        <Badge tone="warning">Packing</Badge>
        <Badge tone="success">Delivered</Badge>
        <Badge tone="danger" icon={RotateCcw}>
          Refund due
        </Badge>
        <Badge tone="accent">New</Badge>
      </Story>
      <Story name="EmptyState" stacked>
        <EmptyState
          icon={PackageOpen}
          tone="turmeric"
          title="No orders yet"
          description="What you order shows here."
        >
          <Button>Go shopping</Button>
        </EmptyState>
      </Story>
      <Story name="LoadingFailed" stacked>
        <LoadingFailed reason={new Error('fault')} retry={() => undefined} />
      </Story>
      <Story name="Skeleton">
        <LoadingStatus />
        {SHAPES.map((shape) => (
          <div key={shape} className={styles.tile} aria-hidden="true">
            <Skeleton shape={shape} />
          </div>
        ))}
        <div className={styles.tile} aria-hidden="true">
          <Skeleton width="40" />
          <Skeleton width="60" />
          <Skeleton width="80" />
        </div>
      </Story>
      <Story name="LinesSkeleton" stacked>
        <LinesSkeleton count={2} />
      </Story>
      <Story name="Toaster">
        <Button variant="outline" onClick={() => notify.success('Added to the cart')}>
          Success
        </Button>
        <Button variant="outline" onClick={() => notify.error('The server does not answer')}>
          Error
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            notify.success('Removed', { action: { label: 'Undo', onPress: () => notify.success('Back') } })
          }
        >
          With an action
        </Button>
        <Toaster />
      </Story>
    </StoryGroup>
  )
}
