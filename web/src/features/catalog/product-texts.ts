import { formatCount } from '@/lib/count'

export const productTexts = {
  productNotFound: 'Product not found.',
  productNotFoundDescription: 'It may have been taken off the shelf.',
  outOfStockFact: 'Out of Stock',
  backOn: (day: string) => `Sold out until ${day}`,
  available: (count: number) => `${formatCount(count)} Available`,
  freeDelivery: 'Free delivery',
  cashOnDelivery: 'Cash on delivery',
  about: 'About this product',
  details: 'Details',
  brand: 'Brand',
  type: 'Type',
  allTaxes: (mrp: string) => `MRP ${mrp}, incl. of all taxes`,
  netQuantity: 'Net quantity',
  /** The labels of the texts on a packet, by field. */
  packet: {
    maker: 'Made, packed or imported by',
    origin: 'Country of origin',
    bestBefore: 'Best before',
    consumerCare: 'Consumer care',
  },
  similar: 'Similar products',
  pictures: 'Pictures',
  picture: (number: number, count: number) => `Picture ${number} of ${count}`,
  zoom: 'Zoom',
  zoomFrame: 'Picture. Plus and minus zoom, arrows move.',
  zoomIn: 'Enlarge',
  zoomOut: 'Make smaller',
  zoomed: (percent: number) => `${percent} %`,
  previousPicture: 'Previous picture',
  nextPicture: 'Next picture',
} as const
