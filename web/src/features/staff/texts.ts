import type { StaffRole } from '@/features/account/api'
import { formatCount, formatPlural } from '@/lib/count'

export const staffTexts = {
  staff: 'Staff',
  count: (people: number) => formatPlural(people, 'person', 'people'),
  summary: (people: number, invited: number) =>
    `${formatPlural(people, 'person', 'people')}, ${formatCount(invited)} invited`,
  failedToLoad: 'Failed to load the staff',
  role: { OWNER: 'Owner', MANAGER: 'Manager', PACKER: 'Packer' } satisfies Record<StaffRole, string>,
  roleOf: (name: string) => `Role of ${name}`,
  onlyOwner: 'the only owner',
  thisIsYou: 'this is you',
  suspended: 'suspended',
  people: 'People',
  invited: (role: string, days: number) =>
    `invited as ${role}, link good for ${days === 1 ? '1 day' : `${days} days`} more`,
  invite: 'Invite',
  inviteTitle: 'Invite somebody',
  inviteHint: 'They get a link that works for 7 days, and choose their own password.',
  email: 'Email',
  emailInvalid: 'Please enter a valid email address.',
  roleLabel: 'Role',
  chooseRole: 'Choose a role',
  roleRequired: 'Please choose a role.',
  roleHint: {
    PACKER: 'Sees and packs orders, and nothing else.',
    MANAGER: 'All but staff, settings and large refunds.',
    OWNER: 'Everything.',
  } satisfies Record<StaffRole, string>,
  inviteFailed: 'The invitation could not be sent',
  sent: (email: string) => `Invitation sent to ${email}`,
  linkTitle: 'Give them this link',
  linkHint: (email: string) =>
    `The shop sends no mail, so hand the link to ${email} yourself. It is shown this once and works for 7 days.`,
  link: 'Link of the invitation',
  linkNoun: 'link',
  sendAgain: 'Send again',
  newLink: (email: string) => `New link for ${email}`,
  withdraw: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawn: 'Invitation withdrawn',
  remove: (name: string) => `Remove ${name}`,
  removeQuestion: (name: string) =>
    `All logins of ${name} end at once. The account stays as an ordinary shopper's.`,
  removeAnswers: { no: 'Keep them', yes: 'Remove' },
  removed: (name: string) => `${name} does not work in the shop any more`,
  removeFailed: 'Failed to remove',
  roleTitle: (name: string, role: string) => `${name} becomes ${role}`,
  roleQuestion: 'All their logins end, and they log in again with the new role.',
  roleAnswers: { no: 'Keep the role', yes: 'Change the role' },
  roleChanged: (name: string, role: string) => `${name} is ${role} now`,
  roleFailed: 'Failed to change the role',
  rights: 'Who may do what',
  yes: 'yes',
  no: 'no',
  rightsHint: 'Fixed roles, so that nobody has to think about rights. There is always at least one owner.',
} as const

type Right = { what: string } & Record<StaffRole, true | false | string>

/** The permissions of each role, as in the server's access table. */
export const RIGHTS: Right[] = [
  { what: 'See and move orders', PACKER: true, MANAGER: true, OWNER: true },
  { what: 'Pack, short, replace, cancel', PACKER: true, MANAGER: true, OWNER: true },
  { what: 'Give money back', PACKER: 'today’s counter sales', MANAGER: 'up to a limit', OWNER: true },
  { what: 'Prices, stock, products', PACKER: false, MANAGER: true, OWNER: true },
  { what: 'Customers: see', PACKER: 'name, address', MANAGER: true, OWNER: true },
  { what: 'Customers: note, suspend', PACKER: false, MANAGER: true, OWNER: true },
  { what: 'Sales figures, day’s close', PACKER: false, MANAGER: true, OWNER: true },
  { what: 'Pause orders', PACKER: false, MANAGER: true, OWNER: true },
  { what: 'Settings, staff, activity', PACKER: false, MANAGER: false, OWNER: true },
]

/** The texts beside a link, token or secret to copy. */
export const secretTexts = {
  copy: (noun: string) => `Copy the ${noun}`,
  copied: 'Copied',
  notCopied: (noun: string) => `The browser did not let the ${noun} be copied. Please select and copy it.`,
  done: 'Done',
} as const
