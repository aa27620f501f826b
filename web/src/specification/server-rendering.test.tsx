// @vitest-environment node
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  categoriesQuery,
  homeQuery,
  productQuery,
  productsQuery,
  subCategoriesQuery,
} from '@/features/catalog/api'
import { createQueryClient } from '@/lib/query'
import { slugOf } from '@/lib/slug'
import { createServerRouter } from '@/router'
import { curd, dairy, milk, product, spices } from './mock-server'

/** Returns a query cache filled as on the server, so that no loader fetches. */
function warmedCache(): QueryClient {
  const queryClient = createQueryClient()
  queryClient.setQueryData(categoriesQuery.queryKey, [dairy, spices])
  queryClient.setQueryData(subCategoriesQuery.queryKey, [milk, curd])
  queryClient.setQueryData(homeQuery.queryKey, {
    rows: [{ category: dairy, products: [product()] }],
    popular: [],
    everyday: false,
  })
  queryClient.setQueryData(productQuery(product()._id).queryKey, product())
  const page = {
    page: 1,
    q: '',
    partial: false,
    nearest: [],
    sameShelf: [],
    subCategories: [],
    products: [product()],
    alsoCount: 0,
    totalCount: 1,
    totalNoPage: 1,
  }
  for (const listing of [{ category: dairy._id, subCategory: milk._id }, { q: 'milk' }]) {
    queryClient.setQueryData(productsQuery(listing).queryKey, { pages: [page], pageParams: [1] })
  }
  return queryClient
}

/** Returns the HTML of a page, rendered without a DOM. */
async function render(path: string): Promise<string> {
  expect('document' in globalThis, 'there is a DOM').toBe(false)
  const queryClient = warmedCache()
  const router = createServerRouter(queryClient, path)
  await router.load()
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

test.each([
  ['/', ['The corner shop, at your door.', 'Dairy, Bread &amp; Eggs', 'Toned Milk', '₹90']],
  [`/${slugOf(dairy)}/${slugOf(milk)}`, ['Milk', 'Curd', 'Toned Milk', '₹90']],
  [`/product/${slugOf(product())}`, ['Toned Milk', '500 ml', '₹90', '₹100', 'Fresh.']],
  // The server's spelling of a URL with the name Asha's Milk (500 ml) [new]!
  [`/product/Asha%27s-Milk-%28500-ml%29-%5Bnew%5D%21-${product()._id}`, ['Toned Milk', '₹90']],
  [`/product/%E0%A4%A6%E0%A5%82%E0%A4%A7-%7C-%3Cmilk%3E-${product()._id}`, ['Toned Milk', '₹90']],
  ['/search?q=milk', ['Toned Milk', '₹90']],
  ['/login', ['Login', 'name="password"']],
  ['/register', ['Register', 'name="confirmPassword"']],
  ['/forgot-password', ['name="email"']],
  ['/verify-email', ['Kirana']],
  ['/undo-email', ['Kirana']],
  ['/cart', ['Cart']],
  ['/CheckOutPage', ['Authentication required']],
  ['/success', ['Payment Successful']],
  ['/success?checkout=checkout0000', ['Authentication required. Please login.']],
  ['/cancel', ['Order Cancelled']],
  ['/cancel?checkout=checkout0000', ['The payment is still open', 'Authentication required. Please login.']],
  ['/userMenu', ['Authentication required']],
  ['/dashboard/myorders', ['Authentication required']],
  ['/nothing-stands-here', ['Page not found']],
])('%s renders without a DOM', async (path, texts) => {
  const html = await render(path)
  for (const text of texts) expect(html).toContain(text)
})

test.each([
  ['/OTPVerify', false, 'asha@example.in'],
  ['/ResetPassword', true, 'name="newPassword"'],
])('%s renders without a DOM in its step of a password reset', async (path, verified, text) => {
  const progress = JSON.stringify({ email: 'asha@example.in', sentAt: 0, verified })
  vi.stubGlobal('sessionStorage', { getItem: () => progress })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  expect(await render(path)).toContain(text)
})
