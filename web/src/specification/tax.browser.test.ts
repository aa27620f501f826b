import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Kind, MissingProduct, Proposals, TaxRate } from '@/features/tax/api'
import { axeViolations } from './axe-violations'
import { open, PHONE } from './browser-screen'
import { administrator, errorResponse, type MockResponses, okResponse } from './mock-server'

const ASSIGN = 'PUT /api/tax/assign'
const RATES = 'POST /api/tax/rates'

const dalChoices = [
  { condition: 'PREPACKED', rate: 5, treatment: 'TAXABLE' as const },
  { condition: 'LOOSE', rate: 0, treatment: 'EXEMPT' as const },
]
const biscuits: Kind = {
  key: '190531:',
  name: 'Sweet biscuits, cookies',
  hsn: '190531',
  condition: '',
  rate: 5,
  sure: true,
  choices: [{ condition: '', rate: 5, treatment: 'TAXABLE' }],
  products: 9,
  examples: ['Glucose Biscuit 100 g', 'Marie 250 g'],
}
const dal: Kind = {
  ...biscuits,
  key: '0713:?',
  name: 'Dried pulses',
  hsn: '0713',
  rate: null,
  sure: false,
  choices: dalChoices,
  products: 2,
  examples: ['Toor Dal 1 kg'],
}
const product = (change: Partial<MissingProduct>): MissingProduct => ({
  _id: 'toor00000000',
  name: 'Toor Dal',
  unit: '1 kg',
  subCategory: { _id: 'dals00000000', name: 'Dals' },
  hsn: '',
  lack: 'NO_HSN',
  choices: dalChoices,
  proposal: { hsn: '07136000', condition: 'PREPACKED', rate: 5, kind: '0713:?', sure: false },
  ...change,
})
const rajma = product({ _id: 'rajma0000000', name: 'Rajma' })
const thali = product({ _id: 'thali0000000', name: 'Puja Thali', unit: '1 pc', proposal: null, choices: [] })

const milkRate: TaxRate = {
  _id: '',
  hsn: '0401',
  condition: '',
  rate: 0,
  cess: 0,
  treatment: 'EXEMPT',
  base: 'PRICE',
  from: '2025-09-22',
  description: 'Milk',
  source: 'CBIC 10/2025-CT(R)',
  certainty: 'A',
  current: true,
  products: 14,
}
const plannedRate: TaxRate = {
  ...milkRate,
  _id: 'planned00000',
  hsn: '3402',
  rate: 5,
  treatment: 'TAXABLE',
  from: '2199-01-01',
  description: '',
  source: 'entered by the owner',
  current: false,
  products: 21,
}
const moved = {
  rate: null,
  count: 21,
  products: [
    {
      _id: 'powder000000',
      name: 'Washing Powder',
      unit: '1 kg',
      price: 128,
      before: { rate: 18, cess: 0, taxable: 108.48, tax: 19.52 },
      after: { rate: 5, cess: 0, taxable: 121.9, tax: 6.1 },
    },
  ],
}

const proposals = (change: Partial<Proposals> = {}): Proposals => ({
  products: 1242,
  missing: 12,
  unknown: 1,
  waiting: { bills: 4, total: 1846 },
  kinds: [biscuits, dal],
  ...change,
})

async function openTax(found = proposals(), size?: typeof PHONE) {
  const responses: MockResponses = {
    'GET /api/user/user-details': okResponse({ ...administrator, staffRole: 'OWNER' }),
    'GET /api/tax/proposals': okResponse(found),
    'GET /api/tax/rates': okResponse([milkRate, plannedRate]),
    'GET /api/tax/missing': (query) =>
      okResponse(query.includes('kind=none') ? [thali] : [product({}), rajma]),
    [RATES]: okResponse(moved),
    [ASSIGN]: okResponse({ products: 12 }),
  }
  const opened = await open('/dashboard/tax', { as: 'administrator', responses, size })
  await expect.element(page.getByRole('heading', { name: 'Tax', level: 1 })).toBeVisible()
  const sent = () => opened.requests.filter(({ call }) => call === ASSIGN).map(({ body }) => body)
  return { ...opened, sent }
}

const apply = (name: RegExp | string) => page.getByRole('button', { name })

test('only certain kinds are ticked at first, and one button saves ticked kinds, chosen conditions and typed HSNs', async () => {
  const { sent } = await openTax()
  await expect.element(page.getByText('4 bills wait')).toBeVisible()
  await expect.element(apply('Apply to 9 products')).toBeEnabled()
  await page.getByRole('group', { name: 'Rajma' }).getByText('Loose, exempt').click()
  await page.getByRole('checkbox', { name: 'Apply to Dried pulses' }).click()
  await page.getByLabelText('HSN of Puja Thali').fill('83o6')
  await apply('Apply to 12 products').click()
  await expect.element(page.getByText('An HSN has 4, 6 or 8 digits.')).toBeVisible()
  expect(sent()).toEqual([])
  await page.getByLabelText('HSN of Puja Thali').fill('8306')
  await page.getByLabelText('Rate of Puja Thali').selectOptions('5')
  await apply('Apply to 12 products').click()
  await expect.element(page.getByText('12 products changed.')).toBeVisible()
  expect(sent()).toEqual([
    {
      kinds: [
        { key: '190531:', products: 9 },
        { key: '0713:?', products: 2 },
      ],
      products: [
        { _id: 'rajma0000000', hsn: '07136000', taxCondition: 'LOOSE' },
        { _id: 'thali0000000', hsn: '8306', gstRate: '5' },
      ],
    },
  ])
})

test("the server's refusal of a product is shown at its field, and typed values are kept", async () => {
  const { hold } = await openTax()
  const held = hold(ASSIGN)
  await page.getByLabelText('HSN of Puja Thali').fill('9901')
  await apply('Apply to 10 products').click()
  await held.arrived
  await expect.element(apply('Applying …')).toHaveAttribute('aria-disabled', 'true')
  const refused = errorResponse(400, 'An HSN has 4, 6 or 8 digits.')
  held.release({
    status: 400,
    body: { ...refused.body, errors: [{ field: 'products[0].hsn', message: 'No chapter 99.' }] },
  })
  await expect.element(page.getByText('No chapter 99.')).toBeVisible()
  await expect.element(page.getByLabelText('HSN of Puja Thali')).toHaveValue('9901')
  await expect.element(apply('Apply to 10 products')).toBeEnabled()
})

test('a planned row shows the tax before and after, and is withdrawn after a confirmation', async () => {
  const { requests } = await openTax()
  const plan = page.getByRole('region', { name: 'Planned for 1 Jan 2199' })
  await expect.element(plan.getByRole('row', { name: /Washing Powder.*₹128.*19\.52.*6\.10/ })).toBeVisible()
  await expect.element(plan.getByText('21 products')).toBeVisible()
  await plan.getByRole('button', { name: /^Take back the row of HSN 3402/ }).click()
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await expect.poll(() => requests.map(({ call }) => call)).toContain('DELETE /api/tax/rates/planned00000')
})

test('a row is added only after the preview of its effect', async () => {
  const { requests } = await openTax(
    proposals({ missing: 0, unknown: 0, kinds: [], waiting: { bills: 0, total: 0 } }),
  )
  await expect.element(page.getByText('All 1,242 products have a rate.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a row' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('HSN begins with').fill('3402')
  await dialog.getByLabelText('GST in per cent').fill('5')
  await dialog.getByLabelText('First day').fill('2027-01-01')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect.element(dialog.getByText('Affects 21 products:')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add the row' }).click()
  await expect.element(page.getByText('The row is added.')).toBeVisible()
  const sent = requests.filter(
    ({ call, body }) => call === RATES && (body as { from: string }).from === '2027-01-01',
  )
  expect(sent.map(({ body }) => (body as { dryRun?: boolean }).dryRun)).toEqual([true, undefined])
})

test('on a phone one kind at a time is accepted or skipped, and the page is accessible', async () => {
  const { sent } = await openTax(proposals(), PHONE)
  const fits = () => document.documentElement.scrollWidth <= PHONE.width
  await expect.element(page.getByText('Puja Thali').first()).toBeVisible()
  expect([await axeViolations(), fits()]).toEqual([[], true])
  await page.getByRole('link', { name: 'Look at the products of Sweet biscuits, cookies' }).click()
  await expect.element(page.getByText('then Dried pulses')).toBeVisible()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect.element(page.getByRole('heading', { name: 'Dried pulses', level: 1 })).toBeVisible()
  expect(sent()).toEqual([])
  await page.getByRole('group', { name: 'Rajma' }).getByText('Loose, exempt').click()
  expect([await axeViolations(), fits()]).toEqual([[], true])
  await apply('Apply to 2').click()
  await expect.element(page.getByRole('heading', { name: 'Tax', level: 1 })).toBeVisible()
  expect(sent()).toEqual([
    {
      kinds: [{ key: '0713:?', products: 2 }],
      products: [{ _id: 'rajma0000000', hsn: '07136000', taxCondition: 'LOOSE' }],
    },
  ])
})
