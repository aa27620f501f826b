import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DeviceDB } from '@/features/counter/device-db'
import { qrCodeText } from '@/ui/qr-code-text'
import { axeViolations } from './axe-violations'
import { DESKTOP, open, PHONE } from './browser-screen'
import {
  button,
  catalog,
  device,
  field,
  lines,
  milk,
  openCounter,
  RETURN,
  SALE,
  type Sale,
  sales,
  scan,
  taken,
} from './counter-screen'
import { errorResponse, okResponse } from './mock-server'

beforeEach(() => DeviceDB.remove())

/** Scans a liter of milk and pays it in cash. */
async function sellMilk(): Promise<void> {
  scan('8901234567894')
  await expect.element(lines()).toBeVisible()
  await userEvent.keyboard('{F9}{Enter}')
  await expect.element(page.getByRole('heading', { name: '₹69 paid' })).toBeVisible()
}

test('thirty scans of 20 ms per key are all read, whatever has the focus', async () => {
  await openCounter()
  for (let count = 0; count < 10; count++) scan('8901234567894', { gap: 20 })
  await expect.element(lines()).toHaveTextContent('Full Cream Milk')
  await userEvent.keyboard('{F2}')
  const name = page.getByRole('textbox', { name: 'Mobile' })
  await name.fill('Mah')
  for (let count = 0; count < 10; count++) scan('8901234567894', { gap: 20, enters: 2 })
  await expect.element(name).toHaveValue('Mah')
  await userEvent.keyboard('{Escape}{F9}')
  const given = page.getByRole('textbox', { name: 'Given' })
  await given.fill('2000')
  for (let count = 0; count < 10; count++) scan('8901234567894', { gap: 20 })
  await expect.element(given).toHaveValue('2000')
  await expect.element(page.getByText('₹70 is still missing')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Pay ₹2,070' })).toBeVisible()
})

test('a scan with a pause in the middle is one code, and leaves the field unchanged', async () => {
  await openCounter()
  scan('8901234567894', { pause: 200 })
  await expect.element(lines()).toHaveTextContent('Full Cream Milk')
  await expect.element(field()).toHaveValue('')
  await userEvent.keyboard('{F9}')
  const given = page.getByRole('textbox', { name: 'Given' })
  await given.fill('200')
  scan('8901234567894', { pause: 200 })
  await expect.element(page.getByRole('heading', { name: 'Pay ₹138' })).toBeVisible()
  await expect.element(given).toHaveValue('200')
})

test('a cash sale of five products takes five scans and two keys, and its bill has the device’s number', async () => {
  const { requests } = await openCounter()
  expect(await axeViolations()).toEqual([])
  for (let count = 0; count < 5; count++) scan('8902345678905')
  await expect.element(lines()).toHaveTextContent('was not in stock, count it')
  await userEvent.keyboard('{F9}{Enter}')
  await expect.element(page.getByRole('heading', { name: '₹890 paid' })).toBeVisible()
  expect(sales(requests)).toEqual([
    expect.objectContaining({
      device: 'dev1',
      number: 'C1/2627/0001',
      lines: [{ productId: 'oil', name: 'Mustard Oil', quantity: 5, price: 178 }],
      payments: [{ by: 'CASH', amount: 890, given: 890 }],
    }),
  ])
  expect(sales(requests)[0]).not.toHaveProperty('offline')
  expect(await axeViolations()).toEqual([])
})

test('the change is shown before and after the payment', async () => {
  await openCounter()
  scan('8902345678905')
  await userEvent.keyboard('{F9}')
  await userEvent.keyboard('500')
  await expect.element(page.getByText('200 + 100 + 20 + 2', { exact: true })).toBeVisible()
  await button('Take ₹500, give ₹322').click()
  await expect.element(page.getByRole('heading', { name: '₹178 paid' })).toBeVisible()
  await expect.element(page.getByText('₹322')).toBeVisible()
})

test('the UPI code asks for the bill, and in a split for its own part', async () => {
  await openCounter()
  for (let count = 0; count < 2; count++) scan('8902345678905')
  await userEvent.keyboard('{F9}u')
  const asks = async (amount: string) => {
    const code = page.getByRole('img', { name: `UPI code for ₹${amount}` })
    await expect.element(code).toBeVisible()
    expect(qrCodeText(code.element())).toBe(
      `upi://pay?pa=ganesh@okbank&pn=Ganesh&am=${Number(amount).toFixed(2)}&cu=INR`,
    )
  }
  await asks('356')
  await userEvent.keyboard('s')
  await page.getByRole('textbox', { name: 'Cash' }).fill('100.50')
  await page.getByRole('textbox', { name: 'UPI' }).fill('255.5')
  await asks('255.50')
  await page.getByRole('textbox', { name: 'UPI' }).fill('200')
  await expect.element(page.getByRole('img', { name: /UPI code/ })).not.toBeInTheDocument()
})

test('an unknown code waits as a line while scanning goes on, and gets its product', async () => {
  const { requests } = await openCounter({ 'POST /api/counter/products': okResponse({}) })
  scan('8909999999990')
  await expect.element(page.getByRole('dialog', { name: 'Nobody knows this code' })).toBeVisible()
  scan('8901234567894')
  await expect.element(lines()).toHaveTextContent('Full Cream Milk')
  await expect.element(button('Pay ₹69')).toBeDisabled()
  await page.getByRole('textbox', { name: 'Name' }).fill('Idli Mix')
  await page.getByRole('textbox', { name: 'MRP' }).fill('95')
  await button('Put it on the bill').click()
  await expect.element(button('Pay ₹164')).toBeEnabled()
  await expect
    .poll(() => requests.find(({ call }) => call === 'POST /api/counter/products')?.body)
    .toMatchObject({ name: 'Idli Mix', mrp: 95, barcode: '8909999999990' })
  scan('8909999999990')
  await expect.element(button('Pay ₹259')).toBeEnabled()
})

test('products are added by name, with a quantity, and by item code, and keys change the selected line', async () => {
  await openCounter()
  await field().fill('mus')
  await expect.element(page.getByRole('option', { name: /Mustard Oil/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Pay ₹178')).toBeVisible()
  await field().fill('6*')
  scan('8901234567894')
  await expect.element(button('Pay ₹592')).toBeVisible()
  await field().fill('1')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Pay ₹620')).toBeVisible()
  await userEvent.keyboard('{+}{+}{-}')
  await expect.element(button('Pay ₹648')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Delete}')
  await expect.element(button('Pay ₹234')).toBeVisible()
  await button('Undo').click()
  await expect.element(button('Pay ₹648')).toBeVisible()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await button('Close').click()
  await expect.element(field()).toHaveValue('')
})

test('a bill is held under a name, another one sold, and the first one resumed', async () => {
  await openCounter()
  scan('8902345678905')
  await userEvent.keyboard('{F4}')
  await page.getByRole('textbox', { name: 'A name or a word' }).fill('Red scooter')
  await userEvent.keyboard('{Enter}')
  await sellMilk()
  await page.getByRole('button', { name: 'Red scooter ₹178' }).click()
  await expect.element(button('Pay ₹178')).toBeEnabled()
})

test('a discount is limited by the staff role', async () => {
  const { requests } = await openCounter()
  scan('8901234567894')
  const take = async (text: string) => {
    await userEvent.keyboard('{F8}')
    await page.getByRole('textbox', { name: 'Per cent, or rupees with ₹ before it' }).fill(text)
    await userEvent.keyboard('{Enter}')
  }
  await take('6')
  await expect.element(page.getByText('You may give up to 5 %. The owner can give more.')).toBeVisible()
  await button('Cancel').click()
  await take('5')
  await expect.element(button('Pay ₹66')).toBeEnabled()
  await userEvent.keyboard('{F9}{Enter}')
  await expect.element(page.getByRole('heading', { name: '₹66 paid' })).toBeVisible()
  expect(sales(requests)[0]?.lines).toEqual([expect.objectContaining({ price: 69, discount: 3.45 })])
})

test('a sale over the khata limit offers to pay the rest now, and the split adds up', async () => {
  const { requests } = await openCounter()
  for (let count = 0; count < 2; count++) scan('8902345678905')
  await userEvent.keyboard('{F2}')
  await page.getByRole('textbox', { name: 'Mobile' }).fill('0071')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('khata ₹4,820 of ₹5,000')).toBeVisible()
  await userEvent.keyboard('{F9}k')
  await expect.element(page.getByText('₹176 over the limit.')).toBeVisible()
  await expect.element(button('₹356 on the khata')).toBeDisabled()
  await button('Take ₹176 now, ₹180 on the khata').click()
  await button('Take ₹356').click()
  await expect.element(page.getByRole('heading', { name: '₹356 paid' })).toBeVisible()
  expect(sales(requests)[0]).toMatchObject({
    customerId: 'mahesh',
    payments: [
      { by: 'CASH', amount: 176 },
      { by: 'KHATA', amount: 180 },
    ],
  })
})

test("a new customer owes nothing, and has the shop's limit", async () => {
  const { requests } = await openCounter()
  for (let count = 0; count < 3; count++) scan('8902345678905')
  await userEvent.keyboard('{F2}')
  await page.getByRole('textbox', { name: 'Mobile' }).fill('9000000099')
  await page.getByRole('textbox', { name: 'Name' }).fill('Lakshmi')
  await userEvent.keyboard('{Enter}{F9}k')
  await expect.element(page.getByText('₹34 over the limit.')).toBeVisible()
  await expect
    .element(page.getByText('Lakshmi owes ₹0; with this bill it would be ₹534, the limit is ₹500.'))
    .toBeVisible()
  await button('Take ₹34 now, ₹500 on the khata').click()
  await button('Take ₹534').click()
  await expect.element(page.getByRole('heading', { name: '₹534 paid' })).toBeVisible()
  expect(sales(requests)[0]?.customer).toEqual({ name: 'Lakshmi', mobile: '9000000099' })
})

test('a sale that the server refuses at once is the current bill again, and its number is reused', async () => {
  const { hold, requests } = await openCounter()
  const held = hold(SALE)
  scan('8901234567894')
  await userEvent.keyboard('{F9}{Enter}')
  await held.arrived
  // Meanwhile the next customer's products are scanned, and Escape does not leave the payment.
  scan('8902345678905')
  await userEvent.keyboard('{Escape}')
  held.release(errorResponse(409, 'This is not sold any more.', 'not_available'))
  await expect.element(page.getByText('This is not sold any more.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Pay ₹69' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'On hold ₹178' })).toBeVisible()
  await button('Take ₹69').click()
  await expect.element(page.getByRole('heading', { name: '₹69 paid' })).toBeVisible()
  expect(sales(requests).map(({ number }) => number)).toEqual(['C1/2627/0001', 'C1/2627/0001'])
})

test('a sale that a full device cannot store is the current bill again', async () => {
  await openCounter()
  scan('8901234567894')
  const full = new DOMException('full', 'QuotaExceededError')
  vi.spyOn(DeviceDB.prototype, 'closeBill').mockRejectedValueOnce(full)
  await userEvent.keyboard('{F9}{Enter}')
  await expect.element(page.getByText('This device is full, nothing was taken.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Pay ₹69' })).toBeVisible()
  await button('Take ₹69').click()
  await expect.element(page.getByRole('heading', { name: '₹69 paid' })).toBeVisible()
})

test('without a network the counter keeps selling, and sends each sale once, in order and with its time', async () => {
  const { responses, requests } = await openCounter()
  const sell = responses[SALE]
  responses[SALE] = 'unreachable'
  await sellMilk()
  await sellMilk()
  await expect.element(page.getByText('2 to send')).toBeVisible()
  await expect.element(page.getByText('2 sales wait on this device')).toBeVisible()
  const before = sales(requests).length
  responses[SALE] = sell ?? 'unreachable'
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('All sent')).toBeVisible()
  const sent = sales(requests).slice(before)
  expect(sent.map(({ number, offline }) => [number, offline])).toEqual([
    ['C1/2627/0001', true],
    ['C1/2627/0002', true],
  ])
  expect(sent[0]?.at).toBe(sales(requests)[0]?.at)
})

test('a device that is online again after a day sends yesterday’s sales with their time, and sells at today’s prices', async () => {
  const yesterday = '2026-11-26T15'
  const today = '2026-11-27T03'
  const hourOf = (time: string) => time.slice(0, yesterday.length)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${yesterday}:30Z`) })
  onTestFinished(() => void vi.useRealTimers())
  const { responses } = await openCounter()
  responses[SALE] = 'unreachable'
  await sellMilk()
  await sellMilk()
  await expect.element(page.getByText('2 to send')).toBeVisible()

  vi.setSystemTime(new Date(`${today}:45Z`))
  const dearer = { ...milk, price: 72 }
  const { requests } = await openCounter(
    { 'GET /api/counter/catalog': catalog({ version: 'v2', full: false, products: [dearer] }) },
    DESKTOP,
    false,
  )
  scan('8901234567894')
  await expect.element(button('Pay ₹72')).toBeVisible()
  await userEvent.keyboard('{F9}{Enter}')
  await expect.element(page.getByRole('heading', { name: '₹72 paid' })).toBeVisible()
  expect(requests.find(({ call }) => call === 'GET /api/counter/catalog')?.query).toBe('?since=v1')
  expect(
    sales(requests).map(({ number, at, sentAt, offline, payments }) => [
      number,
      hourOf(at),
      hourOf(sentAt),
      offline,
      payments,
    ]),
  ).toEqual([
    ['C1/2627/0001', yesterday, today, true, [{ by: 'CASH', amount: 69, given: 69 }]],
    ['C1/2627/0002', yesterday, today, true, [{ by: 'CASH', amount: 69, given: 69 }]],
    ['C1/2627/0003', today, today, undefined, [{ by: 'CASH', amount: 72, given: 72 }]],
  ])
})

test('a tab that is closed mid-send leaves the sale, which is sent under the same key when it opens again', async () => {
  const { hold } = await openCounter()
  const held = hold(SALE)
  scan('8901234567894')
  await userEvent.keyboard('{F9}{Enter}')
  const first = (await held.arrived) as Sale
  const opening = openCounter({}, DESKTOP, false)
  // The browser aborts the request of a closed tab.
  held.release('unreachable')
  const { requests } = await opening
  await expect
    .poll(() => sales(requests).map(({ key, number }) => [key, number]))
    .toEqual([[first.key, first.number]])
  await sellMilk()
  expect(sales(requests).at(-1)?.number).toBe('C1/2627/0002')
})

test('a reload keeps the current bill and the held bills', async () => {
  await openCounter()
  scan('8902345678905')
  await userEvent.keyboard('{F4}Neha{Enter}')
  scan('8901234567894')
  await expect.element(button('Pay ₹69')).toBeVisible()
  await openCounter({}, DESKTOP, false)
  await expect.element(button('Pay ₹69')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Neha ₹178' })).toBeVisible()
})

test('a sale that the server refuses is kept with its message, and the next ones are sent', async () => {
  const { responses, requests } = await openCounter()
  responses[SALE] = 'unreachable'
  await sellMilk()
  await sellMilk()
  responses[SALE] = () =>
    sales(requests).at(-1)?.number === 'C1/2627/0001'
      ? errorResponse(409, 'Another sale has this number.', 'number_taken')
      : taken()
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('All sent')).toBeVisible()
  await expect.element(page.getByText('Not taken by the server')).toBeVisible()
  await expect.element(page.getByText('Another sale has this number.')).toBeVisible()
  await button('Seen, remove C1/2627/0001').click()
  await expect.element(page.getByText('Not taken by the server')).not.toBeInTheDocument()
})

test('a server restored from an older copy gets the missing calls again', async () => {
  const { responses, requests } = await openCounter()
  await sellMilk()
  await sellMilk()
  let isOld = true
  responses[SALE] = () => {
    const { number } = sales(requests).at(-1) ?? {}
    if (isOld && number !== 'C1/2627/0002')
      return {
        ...errorResponse(409, 'Send C1/2627/0002 first.', 'number_gap'),
        body: { ...errorResponse(409, '', 'number_gap').body, data: { next: 'C1/2627/0002' } },
      }
    isOld = false
    return taken()
  }
  const before = sales(requests).length
  await sellMilk()
  await expect.element(page.getByText('All sent')).toBeVisible()
  expect(
    sales(requests)
      .slice(before)
      .map(({ number }) => number),
  ).toEqual(['C1/2627/0003', 'C1/2627/0002', 'C1/2627/0003'])
})

test('one tab sells; another says so and can take over', async () => {
  let give = () => {}
  const lock = new Promise<void>((resolve) => {
    give = resolve
  })
  let isLost = false
  void navigator.locks
    .request('kirana-counter', () => lock)
    .catch(() => {
      isLost = true
    })
  await open('/dashboard/counter', {
    as: 'administrator',
    responses: { 'POST /api/counter/devices': device, 'GET /api/counter/catalog': catalog() },
  })
  await expect.element(page.getByRole('heading', { name: 'Counter is open in another tab' })).toBeVisible()
  await button('Sell here').click()
  await expect.element(button('Make it a counter')).toBeVisible()
  await expect.poll(() => isLost).toBe(true)
  give()
})

test('on a phone a sale takes two presses after the scans', async () => {
  await openCounter({}, PHONE)
  expect(await axeViolations()).toEqual([])
  scan('8901234567894')
  await button('Pay ₹69').click()
  expect(await axeViolations()).toEqual([])
  await button('Take ₹69').click()
  await expect.element(page.getByRole('heading', { name: '₹69 paid' })).toBeVisible()
})

const RETURNED_BILL = {
  number: 'C1/2627/0001',
  order: 1,
  payable: 138,
  buyer: { name: 'Asha' },
  lines: [
    {
      row: 'r1',
      productId: 'milk',
      name: 'Full Cream Milk',
      unit: '1 L',
      quantity: 2,
      gross: 138,
      returnable: 2,
    },
  ],
}

/** Opens a counter whose server knows a bill with the given payment. */
const openWithBill = (paidBy: string) =>
  openCounter({
    'GET /api/bills/C1-2627-0001': okResponse(RETURNED_BILL),
    'GET /api/bills': okResponse([{ ...RETURNED_BILL, issuedAt: '2026-11-26T13:00:00Z' }]),
    'GET /api/order/checkout/1': okResponse({ _id: 'o', number: 1, paidBy }),
    [RETURN]: okResponse({
      _id: 'o',
      number: 1,
      bills: [{ number: 'C1C/2627/0001', creditFor: 'C1/2627/0001' }],
    }),
  })

/** Finds the bill of the returned goods. */
async function findBill() {
  await userEvent.keyboard('{F7}')
  await page.getByRole('textbox', { name: 'Number of the bill, or mobile' }).fill('C1/2627/0001')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('2 can come back')).toBeVisible()
  scan('8901234567894')
}

test('goods sold on the khata are returned by lowering it: no money is given back', async () => {
  const { requests } = await openWithBill('KHATA')
  await findBill()
  await expect.element(page.getByRole('group', { name: 'Given back by' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Give back' }).elements()).toEqual([])
  await button('Take ₹69 off the khata').click()
  await expect.element(page.getByText('₹69 taken off the khata, C1C/2627/0001')).toBeVisible()
  expect(requests.find(({ call }) => call === RETURN)?.body).toMatchObject({ by: 'KHATA' })
})

test('goods are returned by the number of the bill', async () => {
  const { responses, requests } = await openWithBill('CASH')
  await field().fill('half typed')
  await findBill()
  expect(page.getByRole('listbox').elements(), 'what was typed for a sale does not cover the bill').toEqual(
    [],
  )
  await expect.element(page.getByRole('checkbox', { name: 'Back on the shelf' })).not.toBeChecked()
  const accepted = responses[RETURN]
  responses[RETURN] = 'unreachable'
  await button('Give back ₹69').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  responses[RETURN] = accepted ?? 'unreachable'
  await button('Give back ₹69').click()
  await expect.element(page.getByText('₹69 given back, C1C/2627/0001')).toBeVisible()
  const [first, second] = requests.filter(({ call }) => call === RETURN).map(({ body }) => body)
  expect(second, 'a further attempt is the same return').toEqual(first)
  expect(first).toMatchObject({
    device: 'dev1',
    bill: 'C1/2627/0001',
    by: 'CASH',
    lines: [{ productId: 'milk', quantity: 1, restock: false, reason: 'Damaged or bad' }],
  })
})
