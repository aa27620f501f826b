import { formatCount, formatPlural } from '@/lib/count'

const pictures = (count: number) => formatPlural(count, 'picture', 'pictures')

export const texts = {
  title: 'Pictures',
  intro: 'Each file is called after its product: by barcode, SKU or name. What is sure is taken at once.',
  withPicture: 'With a picture',
  withoutPicture: 'Without',
  fetched: 'Fetched',
  waiting: 'Waiting',
  failed: 'Failed',
  drops: 'Choose or drop pictures',
  files: 'Pictures or a zip',
  folder: 'A folder',
  photographs: 'Photograph one after another',
  links: (count: number) => `Fetch ${pictures(count)} from the list’s links`,
  retryLinks: (count: number) => `Try ${pictures(count)} again`,
  linksProgress: (open: number, fetched: number, failed: number) =>
    `From links: ${formatCount(fetched)} are there, ${formatCount(open)} are being fetched, ${formatCount(failed)} failed.`,
  failures: 'Links that gave no picture',
  again: 'It will be tried again.',

  sending: (done: number, file: string) => `${formatCount(done)} done. Sending ${file} …`,
  stay: 'Stay on this page until the pictures are sent.',
  sent: (added: number, had: number, waits: number, refused: number) =>
    `${formatCount(added)} added, ${formatCount(had)} there already, ${formatCount(waits)} to look at, ${formatCount(refused)} left out.`,
  leftOut: 'Left out',
  sendFailed: 'The picture could not be sent.',

  review: 'Pictures to look at',
  reviewHint: (shown: number, total: number) => `The first ${formatCount(shown)} of ${formatCount(total)}.`,
  reasons: {
    near: 'Look',
    none: 'Which one?',
    same: 'Same picture',
    full: 'Has 5 already',
  } as Record<string, string>,
  alsoOf: (name: string) => `${name} has this picture, too.`,
  take: (file: string) => `Take ${file}`,
  chooseProduct: 'Choose a product',
  otherProduct: 'Other',
  otherProductFor: (file: string) => `Another product for ${file}`,
  search: (file: string) => `Search a product for ${file}`,
  noProduct: 'No product has this name.',
  takeAll: (count: number) => `Take ${pictures(count)}`,
  skip: (file: string) => `Skip ${file}`,
  skipShort: 'Skip',
  decided: (taken: number) => `${pictures(taken)} taken.`,
  decideFailed: 'That could not be saved.',

  photoTitle: 'Photographs, one after another',
  photoLeft: (count: number) =>
    formatPlural(count, 'product without a picture', 'products without a picture'),
  takePhoto: 'Take a photograph',
  saving: 'Saving …',
  next: 'Next product',
  close: 'Done',
  photoSaved: (name: string) => `Saved for ${name}.`,
  photoSame: (name: string) => `${name} has the same picture.`,
  allHavePictures: 'Every product has a picture.',

  zipBroken: 'The zip is damaged and cannot be read.',
  tooManyFiles: 'A zip can hold at most 20,000 files.',
  leadsOut: 'Its name leads out of the zip.',
  notAFile: 'This is a link or a device, not a file.',
  locked: 'It is locked with a password.',
  tooLarge: 'A picture can have at most 10 MB.',
  tooTight: 'It is packed too tightly to be a picture.',
  unreadable: 'It cannot be read.',
} as const
