import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router'

// Without this route an unknown dashboard address would match a category and its sub-category.
export const Route = createFileRoute('/dashboard/$')({
  beforeLoad: () => {
    throw notFound({ routeId: rootRouteId })
  },
})
