/** The stages of an open order, in sequence. */
export const OPEN_STAGES = ['NEW', 'PACKING', 'PACKED', 'OUT'] as const
export const STAGES = [...OPEN_STAGES, 'DONE'] as const
