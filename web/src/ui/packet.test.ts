import { describe, expect, test } from 'vitest'
import { packetInitials, packetLabel, packetShape, packetShrink, packetUnit } from './packet'

describe('a packet tile', () => {
  test.each([
    ['Mustard Oil', '1 L', 'bottle'],
    ['Dish Wash', '750 ml', 'bottle'],
    ['Buttermilk, Masala', '200 ml', 'bottle'],
    ['Malai Paneer, Fresh', '200 g', 'tub'],
    ['Cow Ghee', '1 L', 'tub'],
    ['Peanut Butter', '500 g', 'tub'],
    ['Butter Cookies', '200 g', 'box'],
    ['Assam Tea', '500 g', 'box'],
    ['Matchbox', '10 pcs', 'box'],
    ['Toor Dal', '1 kg', 'pouch'],
    ['Chakki Atta', '', 'pouch'],
  ])('%s, %s is drawn as a %s', (name, unit, shape) => {
    expect(packetShape(name, unit)).toBe(shape)
  })

  test.each([
    ['Chakki Atta, Whole Wheat', 'Chakki Atta'],
    ['Toor Dal - Unpolished', 'Toor Dal'],
    ['Glucose Biscuits, Family Pack', 'Glucose Biscuits'],
    ['Sugar-free Mints', 'Sugar-free Mints'],
    ['Cream & Onion Potato Chips', 'Cream & Onion'],
    ['Fit Protein Rich Nutrition Bar', 'Fit Protein'],
    ['Anjeer Dry Figs', 'Anjeer Dry Figs'],
    ['Salt and Pepperoni', 'Salt'],
    ['Supercalifragilistic', 'Supercalifragili'],
    [', Loose', ', Loose'],
  ])('the label of %j is %j', (name, label) => {
    expect(packetLabel(name)).toBe(label)
  })

  test.each([
    ['Mustard Oil', 0],
    ['Glucose Biscuits', 1],
    ['Sunflower Oil', 2],
    ['Supercalifragili', 3],
  ] as const)('the letters of %j shrink by step %i', (label, step) => {
    expect(packetShrink(label)).toBe(step)
  })

  test.each([
    ['Toor Dal, Unpolished', 'TD'],
    ['Dahi', 'D'],
    ['Cream & Onion Chips', 'CO'],
    ['7 Up', '7U'],
  ])('small tiles of %j show %s', (name, initials) => {
    expect(packetInitials(name)).toBe(initials)
  })

  test.each([
    ['500 g', '500 g'],
    ['50 g + 500 g', '50 g + 500 g'],
    ['30 g (10 bags x 3 g each)', '30 g'],
    ['Combo of 2 items, assorted', ''],
  ])('the unit %s stands on a packet as “%s”', (unit, shown) => {
    expect(packetUnit(unit)).toBe(shown)
  })
})
