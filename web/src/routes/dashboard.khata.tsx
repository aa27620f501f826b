import { createFileRoute, Outlet } from '@tanstack/react-router'

export const Route = createFileRoute('/dashboard/khata')({
  component: Outlet,
  staticData: { forAdministrator: true },
})
