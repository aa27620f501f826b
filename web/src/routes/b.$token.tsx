import { createFileRoute } from '@tanstack/react-router'
import { SharedBillPage } from '@/features/order/shared-bill-page'
import { type Paper, paperOf } from '@/lib/paper'

/** The page of a bill's public link: no login, and outside the shop's frame. */
export const Route = createFileRoute('/b/$token')({
  validateSearch: ({ paper }: Record<string, unknown>): { paper?: Paper } => ({ paper: paperOf(paper) }),
  component: SharedBillRoute,
  staticData: { withoutHeader: true, withoutFooter: true },
})

function SharedBillRoute() {
  return <SharedBillPage token={Route.useParams().token} paper={Route.useSearch().paper} />
}
