import { createFileRoute } from '@tanstack/react-router'
import { BooksPage } from '@/features/books/admin/books-page'
import { booksSearch } from '@/features/books/books-search'

export const Route = createFileRoute('/dashboard/books')({
  validateSearch: booksSearch,
  component: Page,
  staticData: { minimumRole: 'OWNER' },
})

function Page() {
  return <BooksPage search={Route.useSearch()} />
}
