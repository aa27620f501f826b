/** Returns what a product is called beside its picture: "Toned Milk, 500 ml". */
export const nameWithUnit = ({ name, unit }: { name: string; unit: string }) =>
  [name, unit].filter(Boolean).join(', ')
