import { expect, test } from 'vitest'
import { readTokens } from '@/lib/session'
import {
  administrator,
  aLine,
  cartLine,
  errorResponse,
  home,
  type MockResponses,
  okResponse,
  shopper,
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
  says,
  send,
  textOf,
  toasts,
  until,
} from './screen'

const entry = { email: 'asha@example.in', password: 'dalchawal-9' }
const newcomer = { name: 'Asha', ...entry, confirmPassword: 'dalchawal-9' }
const passwords = { newPassword: 'dalchawal-9', confirmPassword: 'dalchawal-9' }
const otpSent = { email: 'asha@example.in', sentAt: 0, verified: false }

const steps = {
  login: { path: '/login', call: 'POST /api/user/login', action: () => send(entry, 'Login') },
  register: { path: '/register', call: 'POST /api/user/register', action: () => send(newcomer, 'Register') },
  'forgot password': {
    path: '/forgot-password',
    call: 'PUT /api/user/forgot-password',
    action: () => send({ email: 'asha@example.in' }, 'Send OTP'),
  },
  OTP: {
    path: '/OTPVerify',
    call: 'PUT /api/user/verify-forgot-password-otp',
    action: () => send({ otp: '407123' }, 'Verify OTP'),
  },
  'new password': {
    path: '/ResetPassword',
    call: 'PUT /api/user/reset-password',
    action: () => send(passwords, 'Reset password'),
  },
}
type Step = keyof typeof steps

function openStep(step: Step, response: MockResponses[string]) {
  const { path, call } = steps[step]
  if (step === 'OTP' || step === 'new password')
    sessionStorage.setItem('passwordReset', JSON.stringify({ ...otpSent, verified: step === 'new password' }))
  return open(path, { responses: { [call]: response } })
}

test.each<[Step, string, string]>([
  ['login', 'Login failed', 'Something went wrong'],
  ['register', 'Registration failed', 'Something went wrong'],
  ['forgot password', 'Failed to send otp.', 'Something went wrong'],
  ['OTP', 'Invalid OTP', 'OTP verification failed'],
  ['new password', 'Password reset failed', 'Error resetting password'],
])('a refused %s shows "%s", one without a response "%s"', async (step, refusal, silence) => {
  const shop = openStep(step, errorResponse(400))
  await steps[step].action()
  await toasts(refusal)
  shop.responses[steps[step].call] = errorResponse(400, 'As the server says it.')
  await steps[step].action()
  await toasts('As the server says it.')
  shop.responses[steps[step].call] = 'unreachable'
  await steps[step].action()
  await toasts(silence)
})

test.each<[Step, string, unknown, string]>([
  ['login', 'Login successful!', { accessToken: 'a', refreshToken: 'r' }, '/'],
  // A login follows. Here it fails, which leads to the login page; see below.
  ['register', 'Registration successful!', shopper, '/login'],
  ['forgot password', 'otp sent to your email!', null, '/OTPVerify'],
  ['OTP', 'OTP Verified!', { resetToken: 't' }, '/ResetPassword'],
  ['new password', 'Password reset successfully!', null, '/login'],
])('after the %s: "%s", and on', async (step, words, data, next) => {
  const { address } = openStep(step, okResponse(data))
  await steps[step].action()
  await toasts(words)
  await until(() => expect(address()).toBe(next))
})

test('a registration logs in and leads to the requested page', async () => {
  const { responses, requests, address } = open('/register?redirect=%2Fcart', {
    responses: {
      'POST /api/user/register': okResponse(shopper),
      'POST /api/user/login': okResponse({ accessToken: 'first', refreshToken: 'second' }),
    },
  })
  responses['GET /api/cart/get'] = okResponse([])
  await send(newcomer, 'Register')
  await toasts('Registration successful!')
  await until(() => expect(address()).toBe('/cart'))
  expect(localStorage.getItem('accessToken')).toBe('first')
  expect(requests.find(({ call }) => call === 'POST /api/user/login')?.body).toEqual({
    email: newcomer.email,
    password: newcomer.password,
  })
})

test('the login page is shown to a logged-in user, and a login replaces the session', async () => {
  const { responses, address } = open('/login', { as: 'shopper' })
  responses['POST /api/user/login'] = okResponse({ accessToken: 'another', refreshToken: 'second' })
  responses['GET /api/user/user-details'] = okResponse(administrator)
  await send({ email: 'meera@example.in', password: 'a walk in the rain' }, 'Login')
  await toasts('Login successful!')
  await until(() => expect(address()).toBe('/'))
  expect(localStorage.getItem('accessToken')).toBe('another')
  await says('Meera Joshi')
})

test('a login keeps both tokens in local storage', async () => {
  openStep('login', okResponse({ accessToken: 'a', refreshToken: 'r' }))
  await steps.login.action()
  await until(() => expect(readTokens()).toEqual({ accessToken: 'a', refreshToken: 'r' }))
  expect(localStorage.getItem('accessToken')).toBe('a')
  expect(localStorage.getItem('refreshToken')).toBe('r')
})

test('a login requires email and password, and its email field has the type email', async () => {
  const { requests } = open('/login')
  await press('Login')
  await says('Email is required.', 'Password is required.')
  expect((await field('email')).type).toBe('email')
  expect(requests.filter(({ call }) => call.endsWith('/login'))).toEqual([])
})

test.each([
  ['', undefined],
  ['?redirect=/cart', 'You come straight back to your cart.'],
  ['?redirect=/CheckOutPage', 'You go straight on to your checkout.'],
  ['?redirect=/search?q=tea', 'You come straight back to where you were.'],
])('/login%s says where it redirects: %s', async (search, words) => {
  open(`/login${search}`)
  await field('email')
  expect(all('[data-lead]').map(textOf)).toEqual(words ? [words] : [])
})

test('a login without a response shows an error beside the form, marks no field and keeps the values', async () => {
  openStep('login', 'unreachable')
  await steps.login.action()
  await until(() =>
    expect(all('form [role=alert]').map(textOf)).toEqual([
      'The shop did not answer. Check your connection and try again.',
    ]),
  )
  expect(all('[aria-invalid]')).toHaveLength(0)
  expect((await field('email')).value).toBe(entry.email)
  expect((await field('password')).value).toBe(entry.password)
})

test('a registration requires name, email and both passwords', async () => {
  const { requests } = open('/register')
  await press('Register')
  await says('Name is required.', 'Email is required.', 'Password is required.')
  await until(() =>
    expect((all('[aria-invalid=true]') as HTMLInputElement[]).map(({ name }) => name)).toEqual([
      'name',
      'email',
      'password',
      'confirmPassword',
    ]),
  )
  expect(requests.filter(({ call }) => call.endsWith('/register'))).toEqual([])
})

test.each(['/userMenu', '/dashboard/profile', '/dashboard/address', '/dashboard/myorders'])(
  '%s requires a login, and says so without one',
  async (path) => {
    open(path)
    await until(() => expect(all('h1').map(textOf)).toEqual(['Authentication required']))
    const links = all('main a').map((link) => link.getAttribute('href'))
    expect(links).toEqual([`/login?redirect=${encodeURIComponent(path)}`])
  },
)

test('two passwords that differ are refused before they are sent', async () => {
  const { requests } = open('/register')
  await send({ ...newcomer, confirmPassword: 'dalchawal-8' }, 'Register')
  await says('Password and confirmPassword do not match.')
  expect(requests.filter(({ call }) => call.endsWith('/register'))).toEqual([])
})

test('two new passwords that differ are refused before they are sent', async () => {
  const { requests } = openStep('new password', okResponse(null))
  await send({ ...passwords, confirmPassword: 'dalchawal-8' }, 'Reset password')
  await says('Passwords do not match')
  expect(requests.filter(({ call }) => call.endsWith('/reset-password'))).toEqual([])
})

test('logging out empties local storage and leads home, as a stranger', async () => {
  const { requests, address } = open('/userMenu', {
    as: 'shopper',
    responses: { 'GET /api/cart/get': okResponse([cartLine()]) },
  })
  await says('Asha Rao')
  await button('Cart, 2 items · ₹180')
  localStorage.setItem('anything', 'else')
  await press('Log Out')
  await button('Login')
  expect(address()).toBe('/')
  expect(all('header a[href="/cart"]').map(textOf)).toEqual(['My Cart'])
  expect(localStorage.length).toBe(0)
  expect(requests.map(({ call }) => call)).toContain('GET /api/user/logout')
})

test('a logout leaves no data of the account for the next login', async () => {
  const { responses, address } = open('/dashboard/address', {
    as: 'shopper',
    responses: {
      'GET /api/address/get': okResponse([home]),
      'GET /api/order/getOrderDetails': okResponse([aLine()], { totalCount: 1, totalNoPage: 1 }),
      'GET /api/cart/get': okResponse([cartLine()]),
      'POST /api/user/login': okResponse({ accessToken: 'another', refreshToken: 'second' }),
    },
  })
  await says(home.address_line)
  await press('My Orders')
  await says('Toned Milk')
  await press('Account')
  await press('Log Out')
  await press('Login')
  for (const list of ['user/user-details', 'address/get', 'order/getOrderDetails', 'order/mine', 'cart/get'])
    responses[`GET /api/${list}`] = 'never'
  await send(entry, 'Login')
  await until(() => expect(address()).toBe('/'))
  await button('My Cart')
  for (const [list, of] of Object.entries({ 'Save Address': home.address_line, 'My Orders': 'ORD-7K2M' })) {
    await press('Account')
    await press(list)
    await until(() => expect(address()).toMatch(/^\/dashboard\//))
    expect(textOf(document.body)).not.toContain(of)
    expect(textOf(document.body)).not.toContain(shopper.name)
  }
})

test('a failed logout is reported, with and without a token', async () => {
  const { responses } = open('/userMenu', { as: 'shopper' })
  responses['GET /api/user/logout'] = 'unreachable'
  await press('Log Out')
  await toasts('Error during logout')
  // Another tab has ended the session, and no storage event has arrived here yet.
  localStorage.clear()
  await press('Log Out')
  await toasts('No token found')
})

test('the account menu of a shopper', async () => {
  open('/userMenu', { as: 'shopper' })
  await says('Asha Rao')
  const menu = all('main nav a, main nav button')
  expect(menu.map(textOf)).toEqual(['ARAsha Rao', 'My Orders', 'My Cart', 'Save Address', 'Log Out'])
  expect(menu.map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/profile',
    '/dashboard/myorders',
    '/cart',
    '/dashboard/address',
    null,
  ])
  expect((await button('My Cart')).className, 'on small screens only').toContain('narrowOnly')
  expect(textOf(document.body)).toContain('My Account')
  expect((await button('Close')).getAttribute('href')).toBe('/')
})

test('the account menu of an administrator', async () => {
  open('/userMenu', { as: 'administrator' })
  await says('Meera Joshi')
  const names = [
    'MJMeera JoshiAdmin',
    'Category',
    'Sub Category',
    'Upload Product',
    'Products',
    'Orders',
    // Pages that the specification lacks; its own five come first.
    'Desk',
    'Counter',
    'Khata',
    'Purchases',
    'Import',
    'Tax',
    'Customers',
    'Complaints',
    'Settings',
    'Log Out',
  ]
  expect(all('main nav a, main nav button').map(textOf)).toEqual(names)
})

test.each([
  ['PACKER', ['Orders', 'Desk', 'Counter', 'Khata']],
  [
    'OWNER',
    [
      'Category',
      'Sub Category',
      'Upload Product',
      'Products',
      'Orders',
      'Desk',
      'Counter',
      'Khata',
      'Purchases',
      'Import',
      'Tax',
      'Customers',
      'Complaints',
      'Books',
      'Settings',
      'Staff',
      'Programs',
      'Activity',
    ],
  ],
] as const)('the account menu of a %s has the pages that the role includes', async (staffRole, names) => {
  const staff = { ...administrator, staffRole }
  open('/userMenu', { as: 'administrator', responses: { 'GET /api/user/user-details': okResponse(staff) } })
  await says('Meera Joshi')
  expect(all('main nav a, main nav button').map(textOf).slice(1, -1)).toEqual(names)
})

test('a user without a name is shown by their mobile, and no role but ADMIN is shown', async () => {
  const nameless = { ...shopper, name: '', role: 'Admin' }
  open('/userMenu', { as: 'shopper', responses: { 'GET /api/user/user-details': okResponse(nameless) } })
  await says('9822041873')
  expect(textOf(document.body)).not.toContain('Admin')
})

test.each([
  ['known from the last login', 'ADMIN', ['GET /api/khata/mine', 'GET /api/cart/get']],
  ['not known before the user has loaded', undefined, ['GET /api/khata/mine']],
])('with the role of staff %s, the profile requests neither khata nor cart', async (_, role, none) => {
  const { requests } = open('/dashboard/profile', { as: 'administrator', role })
  const calls = () => requests.map(({ call }) => call)
  await says('Update Info')
  await until(() => expect(calls()).toContain('GET /api/user/sessions'))
  expect(calls().filter((call) => none.includes(call))).toEqual([])
})

test('the profile requires name, email and a mobile of 10 digits, and says that it is updating', async () => {
  const { responses, requests } = open('/dashboard/profile', { as: 'shopper' })
  await says('Change Profile')
  for (const name of ['name', 'email', 'mobile']) await fill(name, '')
  await press('Update Info')
  await says('Name is required.', 'Email is required.', 'Mobile is required.')
  await fill('mobile', '982204187')
  await says('Mobile number must have exactly 10 digits.')
  responses['PUT /api/user/update-user'] = 'never'
  await send({ name: 'Asha', email: 'asha@example.in', mobile: '9822041873' }, 'Update Info')
  await says('Updating...')
  expect(requests.at(-1)).toEqual({
    call: 'PUT /api/user/update-user',
    body: { name: 'Asha', email: 'asha@example.in', mobile: '9822041873' },
  })
})

test('a new avatar changes nothing but the avatar', async () => {
  const { requests } = open('/dashboard/profile', {
    as: 'shopper',
    responses: { 'PUT /api/user/upload-avatar': okResponse({ avatar: '/media/asha.jpg' }) },
  })
  await fill('name', 'Asha R. Rao')
  const before = requests.length
  await press('Change Profile')
  expect((await field('avatar')).accept).toBe('image/*')
  expect((await field('avatar')).closest('[role=dialog]')).not.toBeNull()
  await choose('avatar', picture())
  await press('Upload')
  await toasts('Upload successful')
  await until(() => expect(all('main img[src="/media/asha.jpg"]')).toHaveLength(2))
  expect((await field('name')).value).toBe('Asha R. Rao')
  expect((await field('email')).value).toBe(shopper.email)
  expect((await field('mobile')).value).toBe(shopper.mobile)
  const changes = requests.slice(before).filter(({ call }) => !call.startsWith('GET '))
  expect(changes).toEqual([{ call: 'PUT /api/user/upload-avatar', body: ['avatar'] }])
})

test('a refused avatar is reported', async () => {
  open('/dashboard/profile', {
    as: 'shopper',
    responses: { 'PUT /api/user/upload-avatar': errorResponse(400) },
  })
  await press('Change Profile')
  await choose('avatar', picture())
  await press('Upload')
  await toasts('Image upload failed')
})

test('an unconfirmed email is marked as such, and its link can be sent again', async () => {
  const RESEND = 'POST /api/user/resend-verify-email'
  const { responses } = open('/dashboard/profile', {
    as: 'shopper',
    responses: {
      'GET /api/user/user-details': okResponse({ ...shopper, verify_email: false }),
      [RESEND]: okResponse(
        { email: shopper.email },
        { message: `We have sent the link to ${shopper.email}.` },
      ),
    },
  })
  await says(`${shopper.email} is not confirmed yet.`)
  await press('Send the link again')
  await toasts(`We have sent the link to ${shopper.email}.`)
  responses[RESEND] = errorResponse(429, 'Too many attempts. Please try again in 9 minutes.')
  await press('Send the link again')
  await toasts('Too many attempts. Please try again in 9 minutes.')
})

test('a confirmed email shows at once, although an earlier read of the account is in flight', async () => {
  const DETAILS = 'GET /api/user/user-details'
  const VERIFY = 'POST /api/user/verify-email'
  const { responses } = open('/verify-email?code=mailed', {
    as: 'shopper',
    responses: { [DETAILS]: 'never', [VERIFY]: 'unreachable' },
  })
  await says('Your email was not confirmed')
  responses[DETAILS] = okResponse(shopper)
  responses[VERIFY] = okResponse({ email: shopper.email })
  await press('Try again')
  await says('Email confirmed')
  await press('Go to Profile')
  expect((await field('email')).value).toBe(shopper.email)
})
