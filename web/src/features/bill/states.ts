/** The states and union territories by GST code, as in internal/tax; the codes 25 and 28 are out of use. */
const NAMES: Record<string, string> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
}

/** Formats a state as on a bill: "Karnataka (29)"; '' for an unknown code. */
export function stateText(code: string): string {
  const name = NAMES[code]
  return name ? `${name} (${code})` : ''
}

/** Appends the state to an address as on a bill; a state's name at the end of the address is not repeated. */
export function withState(address: string, code: string): string {
  const name = NAMES[code]
  const hasName = name !== undefined && address.toLowerCase().endsWith(name.toLowerCase())
  const place = hasName ? address.slice(0, -name.length).replace(/[\s,]+$/, '') : address
  return [place, stateText(code)].filter(Boolean).join(', ')
}
