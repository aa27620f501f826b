export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'CANCELED'] as const

/** The work queues for staff: lines to deliver, with an open payment, with a refund due. */
export const ORDER_QUEUES = ['delivery', 'payment', 'refund'] as const
