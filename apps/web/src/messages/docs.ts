/** The guide's own texts are in pages/docs/guide/. */
export const docs = {
  title: 'Docs',
  topics: 'Topics',
  groups: {
    start: 'Start',
    numbers: 'Read the numbers',
    decide: 'Decide',
    share: 'Share',
    operate: 'Run it',
  },
  search: 'Search the docs',
  results: (count: number, text: string) =>
    `${count === 1 ? '1 section' : `${count} sections`} about “${text}”`,
  nothing: (text: string) => `No results for “${text}”`,
  nothingHint: 'Try fewer or shorter words. The API reference describes each call.',
  apiReference: 'API reference',
  previous: 'Previous',
  next: 'Next',
  pages: 'Previous and next topic',
} as const
