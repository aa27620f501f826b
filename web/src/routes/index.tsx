import { createFileRoute } from '@tanstack/react-router'
import { PincodeCheck } from '@/features/address/shop/pincode-check'
import { categoriesQuery, homeQuery, subCategoriesQuery } from '@/features/catalog/api'
import { HomePage, HomePending } from '@/features/catalog/shop/home-page'
import { productSlots } from './-shell/product-slots'

export const Route = createFileRoute('/')({
  // Its outline is in the first file anyway; a file of its own would be one more journey.
  codeSplitGroupings: [],
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(homeQuery),
      queryClient.ensureQueryData(categoriesQuery),
      queryClient.ensureQueryData(subCategoriesQuery),
    ]),
  component: Page,
  pendingComponent: HomePending,
  staticData: { shopping: true },
})

function Page() {
  return <HomePage slots={productSlots} notice={<PincodeCheck />} />
}
