import { createFileRoute, Outlet } from '@tanstack/react-router'

export const Route = createFileRoute('/dashboard/customers')({
  component: Outlet,
  staticData: { forAdministrator: true },
})
