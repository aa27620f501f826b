import { expect, test } from 'vitest'
import type { SubCategory } from '@/features/catalog/api'
import {
  aLine,
  curd,
  dairy,
  errorResponse,
  type MockResponses,
  milk,
  okResponse,
  product,
  spices,
} from './mock-server'
import {
  all,
  button,
  choose,
  field,
  fill,
  open,
  picture,
  press,
  pressKey,
  says,
  send,
  textOf,
  toasts,
  until,
} from './screen'

const admin = (path: string, responses: MockResponses = {}, width?: number) =>
  open(path, { as: 'administrator', responses, width })
const UPLOAD = 'POST /api/file/upload'
const uploaded = (url: string) => ({ body: { success: true, imageUrl: { url } } })

test.each(['Category', 'subCategory', 'uploadProduct', 'products', 'orders'])(
  'others than administrators do not see /dashboard/%s',
  async (page) => {
    const { requests } = open(`/dashboard/${page}`, { as: 'shopper' })
    await says('Do not have Permission')
    open(`/dashboard/${page}`)
    await says('Do not have Permission')
    expect(requests.map(({ call }) => call)).not.toContain('GET /api/order/getAllOrderDetails')
  },
)

test('categories are searched by name, and a search without a result says so', async () => {
  admin('/dashboard/Category')
  expect((await field('q')).placeholder).toBe('Search categories...')
  await button('Edit Masala')
  await button('Delete Masala')
  await fill('q', 'mas')
  await until(() => expect(all('main li h2').map(textOf)).toEqual([spices.name]))
  await fill('q', 'xyz')
  await says('No matching categories found')
  admin('/dashboard/Category', { 'GET /api/category/get': okResponse([]) })
  await says('No categories available')
})

test('a category gets a picture only once it has a name, and is added', async () => {
  const { responses, requests } = admin('/dashboard/Category', { [UPLOAD]: uploaded('/media/new.jpg') })
  await press('Add Category')
  expect((await field('image')).closest('[role=dialog]')).not.toBeNull()
  expect((await field('image')).disabled).toBe(true)
  await fill('name', 'Fruits')
  await choose('image', picture())
  await toasts('Upload successful')
  responses['POST /api/category/add-category'] = errorResponse(400)
  await press('Save')
  await toasts('Error adding category')
  responses['POST /api/category/add-category'] = okResponse({ ...spices, name: 'Fruits' })
  await press('Save')
  await toasts('Category added successfully')
  expect(requests.findLast(({ call }) => call.endsWith('add-category'))?.body).toEqual({
    name: 'Fruits',
    image: '/media/new.jpg',
  })
})

test('a category is changed', async () => {
  const { responses } = admin('/dashboard/Category', { 'PUT /api/category/update': 'unreachable' })
  await press('Edit Masala')
  await says('Edit Category')
  expect((await field('name')).closest('[role=dialog]')).not.toBeNull()
  await send({ name: 'Spices' }, 'Save')
  await toasts('Error updating category')
  expect(all('[data-toast]'), 'one failure is one toast').toHaveLength(1)
  responses['PUT /api/category/update'] = okResponse(spices)
  await press('Save')
  await toasts('Category updated successfully')
})

test('a failed deletion shows an error after the confirmation', async () => {
  admin('/dashboard/Category', { 'DELETE /api/category/delete': errorResponse(400) })
  await press('Delete Masala')
  await says('Permanent Delete', 'Are you sure you want to permanently delete this item?')
  await press('Confirm')
  await toasts('Delete failed')
})

test('a picture that is refused, or whose response has no URL, is reported', async () => {
  const { responses } = admin('/dashboard/Category', { [UPLOAD]: errorResponse(400) })
  await press('Edit Masala')
  await choose('image', picture())
  await toasts('Image upload failed')
  responses[UPLOAD] = { body: { success: true, imageUrl: {} } }
  await choose('image', picture())
  await toasts('Failed to get image URL')
})

function many(count: number): SubCategory[] {
  return Array.from({ length: count }, (_, place) => ({
    ...milk,
    _id: `sub${String(place).padStart(9, '0')}`,
    name: `Shelf ${place + 1}`,
  }))
}

test('sub-categories are a table with five rows per page', async () => {
  const shelves = many(12)
  Object.assign(shelves[1] ?? {}, { category: null })
  const { address } = admin('/dashboard/subCategory', {
    'POST /api/subCategory/get': okResponse([...shelves].reverse()),
  })
  await says('Showing 1 to 5 of 12 entries', 'No Category')
  expect(all('table thead th').map(textOf)).toEqual(['#', 'Name', 'Image', 'Category', 'Actions'])
  expect([...(all('table tbody tr')[0]?.children ?? [])].slice(0, 2).map(textOf)).toEqual(['1', 'Shelf 1'])
  expect(all('nav[aria-label=Pages] a').map(textOf)).toEqual(['1', '2', '3', 'Next'])
  expect((await button('Previous')).disabled).toBe(true)
  await press('Next')
  await says('Showing 6 to 10 of 12 entries')
  await press('3')
  await says('Showing 11 to 12 of 12 entries')
  expect(address()).toBe('/dashboard/subCategory?page=3')
  await fill('q', 'shelf 12')
  await says('Showing 1 to 1 of 1 entries')
  await fill('q', 'xyz')
  await says('No Data')
})

test('on a narrow screen sub-categories are a list', async () => {
  admin('/dashboard/subCategory', {}, 767)
  await says('Curd')
  await button('Edit Curd')
  await button('Delete Curd')
  expect(all('main table')).toHaveLength(0)
})

test('a sub-category requires name, image and category, and is added', async () => {
  const { responses, requests } = admin('/dashboard/subCategory', { [UPLOAD]: uploaded('/media/new.jpg') })
  await press('Add Sub Category')
  expect((await field('category')).closest('[role=dialog]')).not.toBeNull()
  await press('Save')
  await says('Name is required.', 'Image is required.', 'Category is required.')
  await choose('image', picture())
  await toasts('Upload successful')
  responses['POST /api/subCategory/create'] = errorResponse(400)
  await send({ name: 'Ghee', category: dairy._id }, 'Save')
  await toasts('Error adding subcategory')
  responses['POST /api/subCategory/create'] = okResponse(curd)
  await press('Save')
  await toasts('Subcategory added successfully')
  expect(requests.findLast(({ call }) => call.endsWith('/create'))?.body).toEqual({
    name: 'Ghee',
    image: '/media/new.jpg',
    category: dairy._id,
  })
})

test('a sub-category is changed and deleted', async () => {
  const { responses } = admin('/dashboard/subCategory', { 'PUT /api/subCategory/update': errorResponse(400) })
  const row = (await button('Edit Curd')).closest('td')
  expect(row?.contains(await button('Delete Curd')), 'both are in one column').toBe(true)
  await press('Edit Curd')
  await says('Edit Sub Category')
  expect((await field('category')).closest('[role=dialog]')).not.toBeNull()
  await fill('category', dairy._id)
  await press('Save')
  await toasts('Update failed')
  responses['PUT /api/subCategory/update'] = 'unreachable'
  await press('Save')
  await toasts('An error occurred')
  responses['PUT /api/subCategory/update'] = okResponse(curd)
  await press('Save')
  await toasts('Subcategory updated successfully')
  responses['DELETE /api/subCategory/delete'] = errorResponse(400)
  await press('Delete Curd')
  await says('Permanent Delete')
  await press('Confirm')
  await toasts('Delete failed')
})

const typed = { name: 'Paneer', discription: 'Soft.', unit: '200 g', stock: '9', price: '95', discount: '6' }

test('without categories, the form of a new product leads to the categories', async () => {
  admin('/dashboard/uploadProduct', { 'GET /api/category/get': okResponse([]) })
  await says('A product needs a category with a sub category, and the shop has none yet.')
  expect(all('a').map(({ textContent }) => textContent)).toContain('Add the first category')
})

test('a new product has exactly five pictures and every required field', async () => {
  const { responses, requests } = admin('/dashboard/uploadProduct', { [UPLOAD]: uploaded('/media/new.jpg') })
  await choose('image', picture('1.png'), picture('2.png'), picture('3.png'))
  await toasts('3 image(s) uploaded successfully')
  await choose('image', picture('4.png'), picture('5.png'), picture('6.png'))
  await toasts('You can only upload 2 more image')
  await press('Create product')
  await toasts('Please upload exactly 5 images')
  const labels = [
    'Name',
    'Description',
    'Category',
    'Sub Category',
    'Unit',
    'Stock',
    'Price (MRP)',
    'Discount',
  ]
  await says(...labels.map((label) => `${label} is required.`))
  await choose('image', picture('4.png'), picture('5.png'))
  await toasts('2 image(s) uploaded successfully')
  await fill('category', dairy._id)
  await until(() => expect(all<HTMLSelectElement>('[name=subCategory]')[0]?.disabled).toBe(false))
  await press('Add Field')
  await fill('fieldName', 'Fat')
  await press('Add Field')
  await send({ 'more_details.0.text': '20 %', subCategory: milk._id, ...typed }, 'Create product')
  await toasts('An unexpected error occurred')
  responses['POST /api/product/create'] = errorResponse(400)
  await press('Create product')
  await toasts('Failed to create product')
  responses['POST /api/product/create'] = okResponse(product())
  await press('Create product')
  await toasts('Product created successfully!')
  const creations = requests.filter(({ call }) => call.endsWith('/create'))
  expect(creations).toHaveLength(3)
  expect(creations[0]?.key).toBeTruthy()
  expect(new Set(creations.map(({ key }) => key)).size).toBe(1) // so that a lost response makes no second product
  expect(creations[2]?.body).toEqual({
    ...typed,
    stock: 9,
    price: 95,
    discount: 6,
    image: Array(5).fill('/media/new.jpg'),
    category: dairy._id,
    subCategory: milk._id,
    more_details: { Fat: '20 %' },
    publish: true,
  })
})

test('products are searched by name, and listed twelve per page', async () => {
  const { requests, address } = admin('/dashboard/products', {
    'GET /api/product/getAll': okResponse([product()], { totalCount: 30, totalNoPage: 3 }),
  })
  await says('Page 1 of 3', 'Toned Milk')
  const views = () => all('[data-view]').map(({ dataset }) => dataset.view)
  expect(views()).toEqual(['cards'])
  await press('Table')
  expect(views()).toEqual(['table'])
  const [card] = all('[data-view] > ul > li')
  for (const action of ['Edit', 'Delete'])
    expect(card?.contains(await button(`${action} Toned Milk, 500 ml`)), `${action} on the card`).toBe(true)
  const [first] = requests.filter(({ call }) => call === 'GET /api/product/getAll')
  expect(first?.query).toMatch(/\blimit=12\b/)
  expect((await button('Previous')).disabled).toBe(true)
  await press('Next')
  await says('Page 2 of 3')
  await fill('q', 'milk')
  await until(() => expect(address()).toBe('/dashboard/products?q=milk'))
  await fill('sort', 'priceAsc')
  await until(() => expect(address()).toBe('/dashboard/products?q=milk&sort=priceAsc'))
  const last = () => requests.findLast(({ call }) => call === 'GET /api/product/getAll')
  await until(() => expect(last()?.query).toMatch(/\bq=milk\b.*\bsort=priceAsc\b/))
})

test('products that fail to load are reported', async () => {
  admin('/dashboard/products', { 'GET /api/product/getAll': errorResponse(400) })
  await says('Failed to fetch products')
  await toasts('Failed to fetch products')
  admin('/dashboard/products', { 'GET /api/product/getAll': 'unreachable' })
  await says('Error fetching product data')
  await toasts('Error fetching product data')
  expect(all('[data-toast]'), 'one failure is one toast').toHaveLength(1)
})

test('a product is changed: the discount is labelled a percentage and may be left out, fields can be removed, the veg mark is chosen', async () => {
  const update = `PUT /api/product/update/${product()._id}`
  const { responses, requests } = admin('/dashboard/products', {
    'GET /api/product/getAll': okResponse([product({ more_details: { Fat: '3 %' } })], {
      totalCount: 1,
      totalNoPage: 1,
    }),
  })
  await press('Edit Toned Milk, 500 ml')
  await says('Discount (%)')
  expect((await field('discount')).closest('[role=dialog]')).not.toBeNull()
  await press('Remove picture 1')
  await press('Save')
  await toasts('Please upload at least one image')
  responses[UPLOAD] = uploaded('/media/new.jpg')
  await choose('image', picture())
  await toasts('1 image(s) uploaded successfully')
  await press('Remove Fat')
  await fill('discount', '')
  await fill('category', dairy._id)
  await fill('subCategory', milk._id)
  await fill('diet', 'NON_VEG')
  responses[update] = errorResponse(400)
  await press('Save')
  await toasts('Failed to update product')
  responses[update] = errorResponse(404)
  await press('Save')
  await toasts('Product not found. It may have already been deleted.')
  responses[update] = okResponse(product())
  await press('Save')
  await toasts('Product updated successfully!')
  expect(requests.findLast(({ call }) => call === update)?.body).toMatchObject({
    image: ['/media/new.jpg'],
    discount: 0,
    more_details: {},
    diet: 'NON_VEG',
  })
})

test('a selling price sets the discount, and one above the MRP raises that by a press', async () => {
  const update = `PUT /api/product/update/${product()._id}`
  const { responses, requests } = admin('/dashboard/products')
  responses[update] = okResponse(product())
  const sent = () => requests.filter(({ call }) => call === update).map(({ body }) => body)
  await fill('sellingPrice', '84.50')
  await pressKey('{Enter}')
  await until(() => expect(sent()).toMatchObject([{ discount: 15.5 }]))
  await fill('sellingPrice', '120')
  await pressKey('{Enter}')
  await says('This is above the MRP of ₹100.')
  await press('Raise the MRP as well')
  await until(() => expect(sent()[1]).toMatchObject({ price: 120, discount: 0 }))
  await press('Edit Toned Milk, 500 ml')
  await fill('sellingPrice', '84.50')
  expect((await field('discount')).value).toBe('15.5')
  await fill('sellingPrice', '120')
  await press('Raise the MRP as well')
  expect([(await field('price')).value, (await field('discount')).value]).toEqual(['120', '0'])
})

test('a product is deleted after a confirmation', async () => {
  const remove = `DELETE /api/product/delete/${product()._id}`
  const { responses } = admin('/dashboard/products', { [remove]: errorResponse(400) })
  const confirm = async () => {
    await press('Delete Toned Milk, 500 ml')
    await says('Permanent Delete')
    await press('Confirm')
  }
  await confirm()
  await toasts('Failed to delete product. Please try again.')
  responses[remove] = okResponse(null)
  await confirm()
  await toasts('Product deleted successfully!')
})

test('an administrator whose login has ended is told so', async () => {
  admin('/dashboard/products', {
    [`DELETE /api/product/delete/${product()._id}`]: errorResponse(401),
    'POST /api/user/refresh-token': errorResponse(401),
  })
  await press('Delete Toned Milk, 500 ml')
  await press('Confirm')
  await says('You were logged out')
  await press('Go on without')
  await toasts('User not authenticated. Please login again.')
})

const ALL_ORDERS = 'GET /api/order/getAllOrderDetails'
const SET_STATUS = `PUT /api/order/update-status/${aLine()._id}`
const listed = okResponse([aLine()], { totalCount: 1, totalNoPage: 1 })

test.each([
  [768, 1, 0],
  [767, 0, 1],
])('at %i px the orders are %i table and %i list of cards', async (width, tables, cards) => {
  admin('/dashboard/orders', { [ALL_ORDERS]: listed }, width)
  await says('ORD-7K2M')
  expect([all('main table').length, all('[data-order-card]').length]).toEqual([tables, cards])
  const options = all<HTMLOptionElement>('[name=delivery_status] option')
  expect(options.map(({ value, text }) => [value, text])).toEqual([
    ['PENDING', 'Pending'],
    ['DELIVERED', 'Delivered'],
    ['CANCELED', 'Canceled'],
  ])
})

test('a new status is shown at once after success, then the list is fetched again', async () => {
  const { responses, requests } = admin('/dashboard/orders', {
    [ALL_ORDERS]: listed,
    [SET_STATUS]: errorResponse(400),
  })
  await fill('delivery_status', 'CANCELED')
  await toasts('Failed to update status')
  expect((await field('delivery_status')).value).toBe('PENDING')
  const before = requests.length
  responses[SET_STATUS] = okResponse(aLine({ delivery_status: 'CANCELED', payment_status: 'REFUND DUE' }))
  responses[ALL_ORDERS] = 'never'
  await fill('delivery_status', 'CANCELED')
  const calls = () => requests.slice(before).map(({ call }) => call)
  await until(() =>
    expect(calls().filter((call) => [SET_STATUS, ALL_ORDERS].includes(call))).toEqual([
      SET_STATUS,
      ALL_ORDERS,
    ]),
  )
  expect((await field('delivery_status')).value).toBe('CANCELED')
  await says('Refund due')
  const sent = requests.slice(before).find(({ call }) => call === SET_STATUS)
  expect(sent?.body).toEqual({ delivery_status: 'CANCELED' })
})

test.each([1280, 390])('at %i px an order whose product or address is unknown says so', async (width) => {
  const { delivery_address, product_detail } = aLine()
  const bare = aLine({
    product_detail: { ...product_detail, name: '', image: [] },
    delivery_address: { ...delivery_address, address_line: '' },
  })
  admin('/dashboard/orders', { [ALL_ORDERS]: okResponse([bare], { totalCount: 1, totalNoPage: 1 }) }, width)
  await says('Product not available', 'Address not available')
})

test('a failure to load the orders is shown in an alert, and an empty list says so', async () => {
  admin('/dashboard/orders', { [ALL_ORDERS]: errorResponse(500, 'Something went wrong') })
  await until(() => expect(all('main [role=alert]').map(textOf)).toEqual(['Something went wrong Try again']))
  await toasts('Something went wrong')
  admin('/dashboard/orders', { [ALL_ORDERS]: errorResponse(400) })
  await toasts('Failed to load orders')
  admin('/dashboard/orders')
  await says('No Orders Found')
})

test('each status has the number of its orders, and a link to them', async () => {
  const byStatus = { PENDING: 9, DELIVERED: 36, CANCELED: 3 }
  const page = okResponse([aLine()], { totalCount: 48, totalNoPage: 3, byStatus })
  const { address } = admin('/dashboard/orders?page=2', { [ALL_ORDERS]: page })
  await until(() =>
    expect(all('fieldset > button').map(textOf)).toEqual([
      'All 48',
      'Pending 9',
      'Delivered 36',
      'Canceled 3',
    ]),
  )
  await press('Canceled 3')
  await until(() => expect(address()).toBe('/dashboard/orders?status=CANCELED'))
})

test('orders that wait are one press away from Today', async () => {
  const none = { count: 0, products: [] }
  const day = { date: '2026-01-15', orders: 0, revenue: 0 }
  const { address } = admin('/dashboard', {
    'GET /api/report/today': okResponse({
      ...day,
      byStatus: { PENDING: 0, DELIVERED: 0, CANCELED: 0 },
      waiting: { orders: 4, rows: 5, unpaid: 1, refundsDue: 2 },
      outOfStock: none,
      lowStock: none,
      days: [day],
      needs: [],
      soldMost: [],
    }),
    [ALL_ORDERS]: okResponse([aLine()], { totalCount: 2, totalNoPage: 1, byStatus: { CANCELED: 2 } }),
  })
  await press('Refunds due')
  await until(() => expect(address()).toBe('/dashboard/orders?waits=refund'))
  await until(() => expect(all('fieldset > button').map(textOf)).toEqual(['All', 'Refund due 2']))
  await press('All')
  await until(() => expect(address()).toBe('/dashboard/orders'))
})
