import { formatNumber, plural } from '../language/format.ts'

const days = (count: number) => plural(count, 'day')

/** Finding history page. */
export const history = {
  title: 'Finding history',
  lead: 'The findings behind the trend: new or closed in a period, or open today',
  list: 'Findings',
  failed: 'Failed to load the findings.',
  forbidden: { title: 'You do not have permission to view vulnerabilities' },
  none: 'No findings in this period',
  noneHint: 'Nothing came up or was closed.',
  noMatch: 'No findings match your filters',
  event: 'Show',
  events: { opened: 'New', closed: 'Closed', open: 'Open today' },
  counts: {
    opened: (count: number) => `${formatNumber(count)} new`,
    closed: (count: number) => `${formatNumber(count)} closed`,
    open: (count: number) => `${formatNumber(count)} open`,
  },
  cause: 'Why',
  anyCause: 'Any reason',
  age: 'Open for',
  anyAge: 'Any time',
  ageFrom: (count: number) => `${days(count)} or longer`,
  from: 'From',
  to: 'To',
  project: 'Project',
  projectHint: 'Project name or URL',
  columns: {
    id: 'Vulnerability',
    severity: 'Severity',
    package: 'Package',
    project: 'Project',
    opened: 'Opened',
    closed: 'Closed',
    days: 'Time to fix',
  },
  isOpen: 'Open',
  days,
} as const
