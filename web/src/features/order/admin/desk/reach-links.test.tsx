import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Order } from '../orders-api'
import { ReachLinks } from './reach-links'

const address = {
  address_line: 'Flat 12, Shanti',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411004',
  country: 'India',
  mobile: '98123 45670',
}
const anOrder = (mobile: string) =>
  ({ customer: { name: 'Ravi', mobile: '' }, delivery_address: { ...address, mobile } }) as Order
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

afterEach(cleanup)

test('an order has links to call, to write by WhatsApp, and to the route', () => {
  render(<ReachLinks order={anOrder(address.mobile)} />)
  expect(hrefs()).toEqual([
    'tel:9812345670',
    'https://wa.me/919812345670',
    'https://www.google.com/maps/search/?api=1&query=Flat%2012%2C%20Shanti%2C%20Pune%2C%20Maharashtra%2C%20411004%2C%20India',
  ])
})

test('without a mobile there is only the route', () => {
  render(<ReachLinks order={anOrder('')} />)
  expect(hrefs()).toHaveLength(1)
})

test('a sale at the counter, which has no address, has no route', () => {
  const { customer, delivery_address } = anOrder(address.mobile)
  render(
    <ReachLinks order={{ customer, delivery_address: { ...delivery_address, address_line: '' } } as Order} />,
  )
  expect(hrefs()).toEqual(['tel:9812345670', 'https://wa.me/919812345670'])
})
