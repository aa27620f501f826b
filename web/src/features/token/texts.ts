import type { components } from '@/schema'

type Scope = components['schemas']['Token']['scope']

export const tokenTexts = {
  programs: 'Programs',
  about:
    'What works beside the shop: the accountant’s program, a till, a WhatsApp helper. Each gets a token of its own, which you can remove at any time.',
  documentation: 'How a program connects',
  tokens: 'Tokens',
  failedToLoad: 'Failed to load the programs',
  none: 'No program is connected',
  noneHint: 'Add one to give it a token.',
  add: 'Add a program',
  addTitle: 'Add a program',
  addHint:
    'It gets a token that opens only what you choose here, and never staff, settings or anyone’s account.',
  name: 'Name',
  nameHint: 'As the activity log is to name it, such as “Till” or “Accountant”.',
  nameRequired: 'Please enter a name.',
  scopeLabel: 'What it may do',
  chooseScope: 'Choose what it may do',
  scopeRequired: 'Please choose what it may do.',
  scope: { READ: 'Read', CATALOG: 'Products', ORDERS: 'Orders', ALL: 'Products and orders' } satisfies Record<
    Scope,
    string
  >,
  scopeHint: {
    READ: 'Reads products, orders, customers, khata and reports, and changes nothing.',
    CATALOG: 'Reads and changes products, stock, prices and pictures.',
    ORDERS: 'Reads and changes orders, customers and khata.',
    ALL: 'Reads and changes products, stock, orders, customers and khata.',
  } satisfies Record<Scope, string>,
  expires: 'Ends',
  life: { '': 'Never', 30: 'After 30 days', 90: 'After 90 days', 365: 'After a year' },
  addFailed: 'The program could not be added',
  secretTitle: (name: string) => `The token of ${name}`,
  secretHint: 'Copy it into the program now. It is shown this once.',
  secret: 'Token',
  secretNoun: 'token',
  madeBy: (name: string, when: string) => `added by ${name}, ${when}`,
  lastUsed: (when: string) => `last used ${when}`,
  neverUsed: 'not used yet',
  ends: (when: string) => `ends ${when}`,
  inactive: 'Ended',
  remove: (name: string) => `Remove ${name}`,
  removeQuestion: 'Its token ends at once, and what it does next is refused.',
  removeAnswers: { no: 'Keep it', yes: 'Remove' },
  removed: (name: string) => `${name} is removed`,
  removeFailed: 'Failed to remove',
} as const
