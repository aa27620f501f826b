import { client, unwrapEnvelope } from '@/lib/api'

const path = (_id: string) => ({ params: { path: { id: _id } } })

/** Identifies an order and its displayed version: if it has changed since, the server refuses the action with 409. */
type OrderVersion = { _id: string; version: number }

/** Saves the ticks of lines. */
export const tickLines = ({ _id, rows }: { _id: string; rows: { _id: string; picked: boolean }[] }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/tick', { ...path(_id), body: { rows } }))

export type LinePack = { _id: string; quantity: number; weightGrams?: number }

/** Sets the packed pieces of lines, up to the ordered quantity; 0 cancels a line. */
export const packLines = ({ _id, ...body }: OrderVersion & { rows: LinePack[] }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/lines', { ...path(_id), body }))

type Addition = OrderVersion & { productId: string; quantity: number }

/** Adds a product to an order that is not packed yet, at today's price. */
export const addProduct = ({ _id, ...body }: Addition) =>
  unwrapEnvelope(client.POST('/api/order/checkout/{id}/add', { ...path(_id), body }))

/** Replaces a line by another product at the lower of both prices. `agreed`: the customer has agreed. */
export const replaceLine = ({ _id, ...body }: Addition & { row: string; agreed: boolean }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/replace', { ...path(_id), body }))

/** Makes the current user the packer of the order. */
export const takeOrder = (_id: string) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/take', path(_id)))

export const saveStaffNote = ({ _id, staffNote }: { _id: string; staffNote: string }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/note', { ...path(_id), body: { staffNote } }))

/** Changes the promised time of the order; RFC 3339. */
export const savePromise = ({ _id, promisedAt }: { _id: string; promisedAt: string }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/promise', { ...path(_id), body: { promisedAt } }))

export type PaidBy = 'CASH' | 'UPI' | 'KHATA'

/** Records how a cash order was paid; '' marks it as unpaid. */
export const savePaidBy = ({ _id, ...body }: OrderVersion & { paidBy: PaidBy | ''; reference: string }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/payment', { ...path(_id), body }))

export type LineReturn = { _id: string; quantity: number; restock: boolean }

/** Records returned pieces. With `how` the whole refund due is recorded as paid at the same time. */
export const returnLines = ({
  _id,
  ...body
}: OrderVersion & { rows: LineReturn[]; how?: RefundMethod; reference?: string }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/return', { ...path(_id), body }))

/** Cancels the whole order. Without `restock` the goods do not go back into stock. */
export const refuseOrder = ({ _id, ...body }: OrderVersion & { reason: string; restock: boolean }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/refuse', { ...path(_id), body }))

/** Sets the status of every line that is not canceled. */
export const setDeliveryOfAll = ({ _id, ...body }: OrderVersion & { delivery_status: 'PENDING' }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/status', { ...path(_id), body }))

export type RefundMethod = 'UPI' | 'CASH' | 'CREDIT' | 'KHATA'

/** Records how the refund due of a cash order was paid. */
export const saveGivenBack = ({ _id, ...body }: OrderVersion & { how: RefundMethod; reference: string }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/refunded', { ...path(_id), body }))

/** Removes the payment flags of an order. */
export const unflagOrder = (_id: string) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/unflag', path(_id)))

export type TaxGiven = { _id: string; hsn: string; taxCondition?: string; gstRate?: string }

/** Saves a product's tax data. */
export const setTax = ({ _id, ...body }: TaxGiven) =>
  unwrapEnvelope(client.PUT('/api/product/update/{id}', { ...path(_id), body }))
