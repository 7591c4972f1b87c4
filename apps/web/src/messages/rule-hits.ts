import { formatNumber } from '../language/format.ts'

/** Page of the hits of a policy rule. */
export const ruleHits = {
  title: 'Rule hits',
  lead: 'What a policy rule hits in the last scans',
  list: 'Hits',
  failed: 'Failed to load the hits.',
  forbidden: { title: 'You do not have permission to view policies' },
  none: 'No hits',
  noneHint: 'The rule hits nothing in the last scans.',
  noMatch: 'No hits match your filters',
  search: 'Hit',
  searchHint: 'CVE, package or version',
  project: 'Project',
  projectHint: 'Project name or URL',
  columns: {
    hit: 'Hit',
    severity: 'Severity',
    package: 'Package',
    project: 'Project',
    effect: 'Effect',
    scanned: 'Scanned',
  },
  undecided: (words: string) => `undecided: ${words} unknown`,
  unlisted: (count: number) =>
    `${formatNumber(count)} more are counted but not listed: of a branch, the first 1,000 are.`,
} as const
