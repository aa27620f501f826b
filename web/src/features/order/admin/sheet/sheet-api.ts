import { client, unwrapEnvelope } from '@/lib/api'

const path = (_id: string) => ({ params: { path: { id: _id } } })

/** Names an order and the version of it that is shown: after another change the action is refused with 409. */
type Shown = { _id: string; version: number }

/** Saves which lines are ticked. */
export const tickLines = ({ _id, rows }: { _id: string; rows: { _id: string; picked: boolean }[] }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/tick', { ...path(_id), body: { rows } }))

export type LinePack = { _id: string; quantity: number; weightGrams?: number }

/** Packs fewer pieces of lines, or up again to what was ordered; 0 cancels a line. */
export const packLines = ({ _id, ...body }: Shown & { rows: LinePack[] }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/lines', { ...path(_id), body }))

type Addition = Shown & { productId: string; quantity: number }

export const addProduct = ({ _id, ...body }: Addition) =>
  unwrapEnvelope(client.POST('/api/order/checkout/{id}/add', { ...path(_id), body }))

/** Replaces a line by another product, at the lower of both prices; `agreed` once the customer has agreed. */
export const replaceLine = ({ _id, ...body }: Addition & { row: string; agreed: boolean }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/replace', { ...path(_id), body }))

/** Makes the caller the one who packs the order. */
export const takeOrder = (_id: string) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/take', path(_id)))

export const saveStaffNote = ({ _id, staffNote }: { _id: string; staffNote: string }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/note', { ...path(_id), body: { staffNote } }))

/** Changes the promised time of the order; RFC 3339. */
export const savePromise = ({ _id, promisedAt }: { _id: string; promisedAt: string }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/promise', { ...path(_id), body: { promisedAt } }))

export type PaidBy = 'CASH' | 'UPI' | 'KHATA'

/** Records how a cash order was paid; '' for not paid after all. */
export const savePaidBy = ({ _id, ...body }: Shown & { paidBy: PaidBy | ''; reference: string }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/payment', { ...path(_id), body }))

export type LineReturn = { _id: string; quantity: number; restock: boolean }

/** Takes pieces back of what has left the shop; with `how` all that is due back is given back at once. */
export const returnLines = ({
  _id,
  ...body
}: Shown & { rows: LineReturn[]; how?: RefundWay; reference?: string }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/return', { ...path(_id), body }))

/** Cancels the whole order; without `restock` the goods cannot be sold again. */
export const refuseOrder = ({ _id, ...body }: Shown & { reason: string; restock: boolean }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/refuse', { ...path(_id), body }))

/** Sets every line that is not canceled. */
export const setDeliveryOfAll = ({ _id, ...body }: Shown & { delivery_status: 'PENDING' }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/status', { ...path(_id), body }))

export type RefundWay = 'UPI' | 'CASH' | 'CREDIT' | 'KHATA'

/** Says how the money that is due back of a cash order was given back. */
export const saveGivenBack = ({ _id, ...body }: Shown & { how: RefundWay; reference: string }) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/refunded', { ...path(_id), body }))

/** Removes the flags of an order's payment. */
export const unflagOrder = (_id: string) =>
  unwrapEnvelope(client.PUT('/api/order/checkout/{id}/unflag', path(_id)))

export type TaxGiven = { _id: string; hsn: string; taxCondition?: string; gstRate?: string }

/** Gives a product what its tax depends on. */
export const giveTax = ({ _id, ...body }: TaxGiven) =>
  unwrapEnvelope(client.PUT('/api/product/update/{id}', { ...path(_id), body }))
