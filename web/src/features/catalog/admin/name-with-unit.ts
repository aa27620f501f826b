/** Returns a product's name with its unit: "Toned Milk, 500 ml". */
export const nameWithUnit = ({ name, unit }: { name: string; unit: string }) =>
  [name, unit].filter(Boolean).join(', ')
