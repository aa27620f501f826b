import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router'

// Without it such an address would be read as a category and its sub-category.
export const Route = createFileRoute('/dashboard/$')({
  beforeLoad: () => {
    throw notFound({ routeId: rootRouteId })
  },
})
