export const exportTexts = {
  open: 'Export',
  formats: {
    xlsx: (label: string) => `${label}, Excel`,
    csv: (label: string) => `${label}, CSV`,
  },
  failed: 'The file could not be made.',
} as const
