import toast from 'react-hot-toast/headless'
import { expect, test } from 'vitest'
import {
  cartLine,
  curd,
  dairy,
  errorResponse,
  type MockServer,
  milk,
  okResponse,
  product,
  spices,
} from './mock-server'
import {
  all,
  button,
  fill,
  open,
  press,
  pressKey,
  resizeTo,
  says,
  send,
  textOf,
  toasts,
  until,
} from './screen'

const hrefOf = async (name: string) => (await button(name)).getAttribute('href')
const siblings = () => all<HTMLAnchorElement>(`nav[aria-label="${dairy.name}"] a`)
/** The query of the last request for a list of products. */
const lastListing = (requests: MockServer['requests']) =>
  requests.findLast(({ call }) => call === 'GET /api/product/getAll')?.query
const none = okResponse([], { totalCount: 0, totalNoPage: 0 })

test('home has a banner, the categories, and a row of products for each category with products', async () => {
  open('/')
  await says('The corner shop, at your door.', 'Toned Milk')
  expect(all('nav[aria-label="Categories"] > *').map(textOf)).toEqual(['Dairy, Bread & Eggs', 'Masala'])
  expect(all('section[aria-label]').map((row) => row.getAttribute('aria-label'))).toEqual([dairy.name])
})

test('every row of home gets its products, also below the first screenful', async () => {
  const rows = ['Atta', 'Dal', 'Rice', 'Oil', 'Tea', 'Snacks'].map((name) => ({
    category: { ...dairy, _id: `category-${name}`, name },
    products: [product({ _id: `product-${name}`, name: `${name}, 1 kg` })],
  }))
  open('/', { responses: { 'GET /api/product/home': okResponse(rows) } })
  await until(() =>
    expect(all('section[aria-label] li h3').map(textOf)).toEqual(
      rows.map(({ category }) => `${category.name}, 1 kg`),
    ),
  )
})

test('a category links to its first sub-category by slugs, and has no link without one', async () => {
  open('/')
  expect(await hrefOf('Dairy, Bread & Eggs')).toBe(`/Dairy--Bread---Eggs-${dairy._id}/Milk-${milk._id}`)
  const [, empty] = all('nav[aria-label="Categories"] > *')
  expect(empty?.tagName).toBe('SPAN')
  expect(textOf(empty as HTMLElement)).toBe(spices.name)
})

test('"See all" leads to all products of the category, with its sub-categories beside them', async () => {
  open('/')
  expect(await hrefOf('See all of Dairy, Bread & Eggs')).toBe(
    `/Dairy--Bread---Eggs-${dairy._id}/All-${dairy._id}`,
  )
  const { requests } = open(`/Dairy-${dairy._id}/All-${dairy._id}`)
  await says('Toned Milk')
  expect(all('h1').map(textOf)).toEqual([dairy.name])
  expect(siblings().map((link) => link.lastChild?.textContent)).toEqual([milk.name, curd.name])
  const [query] = requests.filter(({ call }) => call === 'GET /api/product/getAll').map(({ query }) => query)
  expect(query).toMatch(/category=dairy/)
  expect(query).not.toMatch(/subCategory=/)
})

test('a product links to its page by its slug', async () => {
  open('/', {
    responses: {
      'GET /api/product/home': okResponse([
        { category: dairy, products: [product({ name: 'Salt, Iodised & Fine' })] },
      ]),
    },
  })
  expect(await hrefOf('Salt, Iodised & Fine')).toBe(`/product/Salt--Iodised---Fine-${product()._id}`)
})

test('skeletons have 30 category tiles, 7 products in a row, 12 in a search', async () => {
  open('/', { responses: { 'GET /api/product/home': 'never' } })
  const tiles = () => all('main [aria-hidden] > span').filter((tile) => tile.querySelector('[data-skeleton]'))
  await until(() => expect(tiles()).toHaveLength(30))
  const rows = all('section[aria-hidden]').map((row) => row.querySelectorAll('li').length)
  expect(new Set(rows), 'products in each row').toEqual(new Set([7]))
  open('/search?q=dal', { responses: { 'GET /api/product/getAll': 'never' } })
  await until(() => expect(all('ul[aria-hidden] > li')).toHaveLength(12))
})

test('the search bar stores its trimmed text in q at every change, and opens the search from other pages', async () => {
  open('/')
  expect(await hrefOf('Search')).toBe('/search?q=')
  expect(all('header [data-typed]'), 'the typed placeholder').toHaveLength(1)
  const { address, requests } = open('/search?q=')
  await says('1 product')
  expect(all('header [data-typed]')).toHaveLength(0)
  await fill('q', ' t')
  await until(() => expect(address()).toBe('/search?q=t'))
  await fill('q', ' tea & milk ')
  await until(() => expect(address()).toBe('/search?q=tea%20%26%20milk'))
  expect((await button('Back to home')).getAttribute('href')).toBe('/')
  await until(() => expect(lastListing(requests)).toMatch(/\bq=tea%20%26%20milk\b/))
})

test('a search says how many products it found, or that it found none', async () => {
  open('/search?q=milk', {
    responses: { 'GET /api/product/getAll': okResponse([product()], { totalCount: 41, totalNoPage: 2 }) },
  })
  await says('41 products', 'Toned Milk')
  open('/search?q=xyz', { responses: { 'GET /api/product/getAll': none } })
  await says('No products found')
})

test('a search lists further products of the same shelf below its results, with their own count', async () => {
  const ghee = product({ _id: 'ghee00000000', name: 'Cow Ghee' })
  const page = (of: ReturnType<typeof product>, more: object) => okResponse([of], { totalNoPage: 1, ...more })
  open('/search?q=milk', {
    responses: {
      'GET /api/product/getAll': (query) =>
        /\balso=true\b/.test(query)
          ? page(ghee, { totalCount: 3 })
          : page(product(), { totalCount: 1, alsoCount: 3 }),
    },
  })
  await says('Results for “milk”1 product', 'Cow Ghee')
  const [shelf] = all('section[aria-label="Also from the same shelf"]')
  expect(textOf(shelf as HTMLElement)).toContain('Also from the same shelf3 productsCow Ghee')
  expect(textOf(shelf as HTMLElement)).not.toContain('Toned Milk')
})

test('the heading of a search names the words of the shown products while the next search loads', async () => {
  const { address, responses, requests } = open('/search?q=milk', {
    responses: { 'GET /api/product/getAll': okResponse([product()], { totalCount: 41, totalNoPage: 2 }) },
  })
  await says('Results for “milk”', '41 products')
  responses['GET /api/product/getAll'] = 'never'
  await fill('q', 'tea')
  await until(() => expect(address()).toBe('/search?q=tea'))
  await until(() => expect(requests.filter(({ call }) => call === 'GET /api/product/getAll')).toHaveLength(2))
  expect(all('main h1').map((title) => textOf(title.parentElement ?? title))).toEqual([
    'Results for “milk”41 products',
  ])
})

test('a search says when no product has all of its words', async () => {
  const some = okResponse([product()], { totalCount: 1, totalNoPage: 1, partial: true })
  open('/search?q=milk%20xyz', { responses: { 'GET /api/product/getAll': some } })
  await says('No product has all the words of “milk xyz”. These have some of them.', 'Toned Milk')
})

test('the search field gets the focus only after a press on the collapsed bar', async () => {
  open('/search?q=milk')
  await says('1 product')
  expect(document.activeElement?.getAttribute('name')).not.toBe('q')
  open('/')
  await press('Search')
  await until(() => expect(document.activeElement?.getAttribute('name')).toBe('q'))
})

test('a listing shows all sub-categories of its category, and its products', async () => {
  const { requests } = open(`/Dairy--Bread---Eggs-${dairy._id}/Milk-${milk._id}`)
  await says('Toned Milk')
  const rail = siblings()
  expect(rail.map((link) => link.lastChild?.textContent)).toEqual([milk.name, curd.name])
  expect(rail.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null])
  expect(lastListing(requests)).toMatch(/\bcategory=dairy0000000&subCategory=milk00000000\b/)
})

test('a listing of an unknown category, and one that fails to load, say so', async () => {
  open('/Dairy/Milk')
  await says('Invalid category or sub-category')
  open(`/Dairy-${dairy._id}/Nothing-000000000000`)
  await says('Invalid category or sub-category')
  open(`/Dairy-${dairy._id}/Milk-${milk._id}`, {
    responses: { 'GET /api/product/getAll': errorResponse(500) },
  })
  await says('Failed to load products')
  await toasts('Failed to load products')
})

test('a product page shows the data of the listing, then fetches; a deleted product says so', async () => {
  const { requests, responses } = open(`/Dairy-${dairy._id}/Milk-${milk._id}`)
  await says('Toned Milk')
  responses['POST /api/product/getProductById'] = 'never'
  await press('Toned Milk')
  await says('7 Available', '₹90', '₹100')
  await until(() => expect(requests.map(({ call }) => call)).toContain('POST /api/product/getProductById'))
  open(`/Dairy-${dairy._id}/Milk-${milk._id}`, {
    responses: { 'POST /api/product/getProductById': errorResponse(404) },
  })
  await press('Toned Milk')
  await says('Product not found.')
})

test.each([
  [7, '7 Available', 'Add Toned Milk'],
  [0, 'Out of Stock', undefined],
])('a product page with %i in stock says "%s"', async (stock, words, add) => {
  const { requests } = open(`/product/Toned-Milk-${product()._id}`, {
    responses: { 'POST /api/product/getProductById': okResponse(product({ stock })) },
  })
  await says(words, '₹90', '₹100')
  expect(requests.find(({ call }) => call === 'POST /api/product/getProductById')?.body).toEqual({
    productId: product()._id,
  })
  expect(all('article [aria-label^="Add "]').map((element) => element.getAttribute('aria-label'))).toEqual(
    add ? [add] : [],
  )
})

test('a product page shows every custom field, and says when there is no such product', async () => {
  open(`/product/Toned-Milk-${product()._id}`, {
    responses: { 'POST /api/product/getProductById': okResponse(product({ more_details: { Fat: '3 %' } })) },
  })
  await says('Fat', '3 %', 'Fresh.')
  open(`/product/Toned-Milk-${product()._id}`, {
    responses: { 'POST /api/product/getProductById': errorResponse(404) },
  })
  await says('Product not found.')
})

test('a card subtracts the discount as an amount, and says when the product is sold out', async () => {
  open('/search?q=', {
    responses: { 'GET /api/product/getAll': okResponse([product({ stock: 0 })], { totalCount: 1 }) },
  })
  await says('Out of stock', '₹90', '₹100', '₹10 OFF')
  expect(all('[aria-label^="Add "]')).toHaveLength(0)
})

test('a screen reader reads a card’s name first, then its price, discount and Add button', async () => {
  open('/search?q=')
  await says('Toned Milk')
  const heard = textOf(all('li:has(h2)')[0] as HTMLElement)
  const order = ['Toned Milk', '₹90', '₹10 OFF', 'Add'].map((text) => heard.indexOf(text))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
})

test('food has its veg mark on its card, and soap has none', async () => {
  const cards = (['VEG', 'NON_VEG', undefined] as const).map((dietMark, index) =>
    product({ _id: `food0000000${index}`, name: `Goods ${index}`, dietMark }),
  )
  open('/search?q=', { responses: { 'GET /api/product/getAll': okResponse(cards, { totalCount: 3 }) } })
  await says('Goods 2')
  const markOf = (card: Element) => card.querySelector('p [role="img"]')?.getAttribute('aria-label')
  expect(all('li:has(h2)').map(markOf)).toEqual(['Veg', 'Non-veg', undefined])
})

test('an administrator sees no Add button, and sees sold-out products', async () => {
  const cards = [product(), product({ _id: 'dal000000000', name: 'Toor Dal', stock: 0 })]
  open('/search?q=', {
    as: 'administrator',
    responses: { 'GET /api/product/getAll': okResponse(cards, { totalCount: 2 }) },
  })
  await says('Meera Joshi', 'Toor Dal', 'Out of stock')
  expect(all('[aria-label^="Add "]')).toHaveLength(0)
})

test('a catalog that fails to load shows one toast', async () => {
  open('/', {
    responses: { 'GET /api/product/home': errorResponse(500), 'GET /api/category/get': errorResponse(500) },
  })
  await toasts('An unexpected error occurred')
  expect(all('[data-toast]')).toHaveLength(1)
})

test('Add needs a login', async () => {
  const { requests, address } = open('/search?q=')
  await press('Add Toned Milk')
  await until(() =>
    expect(all('[data-toast] > span:last-of-type').map(textOf)).toContain('Authentication required'),
  )
  expect(requests.map(({ call }) => call)).not.toContain('POST /api/cart/create')
  await press('Login')
  await until(() => expect(address()).toMatch(/^\/login/))
})

test('products added without a login are in the cart after a login, whichever link led there', async () => {
  const bread = product({ _id: 'bread0000000', name: 'Brown Bread' })
  const { requests, responses, address } = open('/search?q=', {
    responses: {
      'GET /api/product/getAll': okResponse([product(), bread], { totalCount: 2, totalNoPage: 1 }),
      'POST /api/user/login': okResponse({ accessToken: 'first', refreshToken: 'second' }),
      'POST /api/cart/create': okResponse(cartLine({ quantity: 1 })),
    },
  })
  await press('Add Toned Milk')
  await press('Add Brown Bread')
  await press('Add Toned Milk')
  // Remove the toast: the header's link remains.
  toast.remove()
  const [link] = all<HTMLAnchorElement>('header a[aria-label="Login"]')
  link?.click()
  await until(() => expect(address()).toMatch(/^\/login/))
  responses['POST /api/product/getProductById'] = okResponse(product())
  await send({ email: 'meera@example.in', password: 'a walk in the rain' }, 'Login')
  await until(() => expect(address()).toBe('/search?q='))
  await until(() =>
    expect(requests.filter(({ call }) => call === 'POST /api/product/getProductById')).toMatchObject([
      { body: { productId: bread._id } },
      { body: { productId: product()._id } },
    ]),
  )
  await until(() => expect(requests.map(({ call }) => call)).toContain('POST /api/cart/create'))
  expect(sessionStorage.getItem('pendingAdd')).toBeNull()
})

test('Add becomes Remove, and each change of quantity shows a toast', async () => {
  const line = cartLine({ quantity: 1 })
  const twoPieces = cartLine()
  const { responses, requests } = open('/search?q=', {
    as: 'shopper',
    responses: { 'POST /api/cart/create': okResponse(line) },
  })
  await until(() => expect(requests.map(({ call }) => call)).toContain('GET /api/cart/get'))
  responses['GET /api/cart/get'] = okResponse([line])
  await press('Add Toned Milk')
  await toasts('Added to cart!')
  await button('Remove')
  responses['PUT /api/cart/update-qty'] = okResponse(twoPieces)
  responses['GET /api/cart/get'] = okResponse([twoPieces])
  await pressKey('{Enter}') // By keyboard: a click so soon after Add would be ignored as part of a double press
  await toasts('Quantity updated!')
  responses['PUT /api/cart/update-qty'] = okResponse(line)
  responses['GET /api/cart/get'] = okResponse([line])
  await pressKey('{Shift>}{Tab}{/Shift}{Enter}') // One piece less
  responses['DELETE /api/cart/deleteCartItem'] = okResponse(null)
  await until(() => expect(requests.filter(({ call }) => call === 'GET /api/cart/get')).toHaveLength(4))
  responses['GET /api/cart/get'] = okResponse([])
  await button('Remove')
  await pressKey('{Enter}')
  await toasts('Item removed from cart!')
  await button('Add Toned Milk')
})

test('a double press on Add adds one piece; a later press adds another', async () => {
  const line = cartLine({ quantity: 1 })
  const { responses, requests } = open('/search?q=', {
    as: 'shopper',
    responses: {
      'POST /api/cart/create': okResponse(line),
      'PUT /api/cart/update-qty': okResponse(cartLine()),
    },
  })
  const changes = () => requests.map(({ call }) => call).filter((call) => call === 'PUT /api/cart/update-qty')
  const pressAt = async (timeStamp: number) => {
    const event = new MouseEvent('click', { bubbles: true, detail: 1 })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    const more = await button('One more')
    more.dispatchEvent(event)
  }
  await until(() => expect(requests.map(({ call }) => call)).toContain('GET /api/cart/get'))
  responses['GET /api/cart/get'] = okResponse([line])
  const pressedAt = performance.now()
  await press('Add Toned Milk')
  await pressAt(pressedAt + 200)
  await toasts('Added to cart!')
  expect(changes()).toEqual([])
  await pressAt(performance.now() + 400)
  await until(() => expect(changes()).toHaveLength(1))
})

test('a failed Add is reported', async () => {
  const { responses } = open('/search?q=', {
    as: 'shopper',
    responses: { 'POST /api/cart/create': errorResponse(400) },
  })
  await press('Add Toned Milk')
  await toasts('Failed to add to cart')
  responses['POST /api/cart/create'] = errorResponse(409, 'Only 1 left in stock')
  await press('Add Toned Milk')
  await toasts('Only 1 left in stock')
})

/** Returns the picture's path and the texts of a cart line. */
const lineOf = (line: HTMLElement) => [
  ...[...line.querySelectorAll('img')].map(({ src }) => new URL(src).pathname),
  ...[...line.querySelectorAll('p')].map(textOf),
]

test('the cart has title, savings, lines, bill and Proceed', async () => {
  const lines = [cartLine({ size: 'L', color: 'Blue' }), cartLine({ _id: 'second000000', quantity: 1 })]
  const { address } = open('/cart', { as: 'shopper', responses: { 'GET /api/cart/get': okResponse(lines) } })
  await says('Your Total Savings ₹30', 'Bill Details')
  expect(all('main ul > li').map(lineOf)).toEqual([
    ['/media/toned.jpg', 'Toned Milk', '500 ml · Size L · Color Blue', 'MRP ₹200 ₹180'],
    ['/media/toned.jpg', 'Toned Milk', '500 ml', 'MRP ₹100 ₹90'],
  ])
  expect(textOf(document.querySelector('h1') as HTMLElement)).toBe('Cart')
  expect(all('dl > div').map((row) => [...row.children].map(textOf))).toEqual([
    ['Items total', 'MRP ₹300 ₹270'],
    ['Quantity total', '3 items'],
    ['Delivery Charge', 'Free'],
    ['Grand total', '₹270'],
  ])
  expect(textOf(document.querySelector('dl s') as HTMLElement)).toBe('MRP ₹300')
  await press('Proceed')
  await until(() => expect(address()).toBe('/CheckOutPage'))
})

test('a cart without a discount shows no savings and no struck-through price', async () => {
  const lines = [cartLine({ productId: product({ discount: 0 }) })]
  open('/cart', { as: 'shopper', responses: { 'GET /api/cart/get': okResponse(lines) } })
  await says('Grand total₹200')
  expect(textOf(document.body)).not.toContain('Your Total Savings')
  expect(all('main s')).toHaveLength(0)
})

test('an empty cart says so, shows no savings and cannot proceed', async () => {
  open('/cart', { as: 'shopper' })
  await says('Cart is empty')
  expect((await button('Proceed')).disabled).toBe(true)
  expect(textOf(document.body)).not.toContain('Your Total Savings')
})

test('Proceed leads to the login when the login has ended meanwhile', async () => {
  const { address } = open('/cart', {
    as: 'shopper',
    responses: { 'GET /api/cart/get': okResponse([cartLine()]) },
  })
  await says('Grand total')
  localStorage.clear()
  await press('Proceed')
  await until(() => expect(address()).toMatch(/^\/login/))
})

test.each([
  [768, '/cart'],
  [769, '/search?q='],
])('at %i px the cart opens at %s, and closing it', async (width, where) => {
  const { address } = open('/search?q=', {
    width,
    as: 'shopper',
    responses: { 'GET /api/cart/get': okResponse([cartLine()]) },
  })
  await press('Cart, 2 items · ₹180')
  await says('Bill Details')
  expect(address()).toBe(where)
  await press('Close')
  await until(() => expect(all('.drawer')).toHaveLength(0))
  expect(address()).toBe(where === '/cart' ? '/' : where)
})

test('a cart opened in a wide window and closed in a narrow one leads home', async () => {
  const { address } = open('/search?q=', {
    width: 1280,
    as: 'shopper',
    responses: { 'GET /api/cart/get': okResponse([cartLine()]) },
  })
  await press('Cart, 2 items · ₹180')
  await says('Bill Details')
  resizeTo(500)
  await press('Close')
  await until(() => expect(address()).toBe('/'))
})
