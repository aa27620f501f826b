import { createFileRoute, Outlet } from '@tanstack/react-router'

export const Route = createFileRoute('/dashboard/purchases')({
  component: Outlet,
  staticData: { forAdministrator: true, leastRole: 'MANAGER' },
})
