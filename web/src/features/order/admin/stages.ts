/** The stages of an open order, in the order of the work. */
export const OPEN_STAGES = ['NEW', 'PACKING', 'PACKED', 'OUT'] as const
export const STAGES = [...OPEN_STAGES, 'DONE'] as const
