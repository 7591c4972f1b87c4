import { formatNumber, plural } from '../language/format.ts'

const vulnerabilityCount = (count: number) => plural(count, 'vulnerability', 'vulnerabilities')

/** Vulnerabilities page. */
export const vulnerabilities = {
  title: 'Vulnerabilities',
  lead: 'Each open vulnerability once, however many projects and branches have it, as of their latest scans',
  list: 'Open vulnerabilities',
  failed: 'Failed to load vulnerabilities.',
  forbidden: { title: 'You do not have permission to view vulnerabilities' },
  none: 'No open vulnerabilities',
  noneHint: 'The latest scan of each branch found none.',
  noMatch: 'No vulnerabilities match your filters',
  noMatchHint: 'No project that you can see has a matching vulnerability.',
  search: 'Search vulnerabilities',
  searchHint: 'CVE, GHSA or package',
  severity: 'Severity',
  exploitedOnly: 'Known exploited',
  fix: 'Fix',
  fixes: { any: 'Any', available: 'Available', none: 'Not available' },
  sort: 'Sort by',
  orders: {
    priority: 'Priority',
    severity: 'Severity',
    epss: 'Exploit probability',
    published: 'Newest advisory',
  },
  total: (vulnerabilities: number, findings: number) =>
    `${vulnerabilityCount(vulnerabilities)} · ${plural(findings, 'finding')}`,
  count: (count: number, hasMore: boolean) =>
    hasMore ? `first ${vulnerabilityCount(count)}` : vulnerabilityCount(count),
  columns: {
    id: 'Vulnerability',
    severity: 'Severity',
    epss: 'EPSS',
    packages: 'Packages',
    projects: 'Projects',
    fix: 'Fixed in',
    seen: 'First seen',
  },
  exploited: 'Known exploited',
  exploitedHint: 'On a list of known exploited vulnerabilities: that of CISA or the EU.',
  excluded: (count: number) => `excluded in ${plural(count, 'project')}`,
  epssHint: 'Exploit probability in the next 30 days',
  noFix: 'No fix',
  morePackages: (count: number) => `and ${plural(count, 'other package')}`,
  moreVersions: (count: number) => `+${formatNumber(count)}`,
  places: (projects: number, branches: number, findings: number) =>
    `${plural(projects, 'project')}, ${plural(branches, 'branch', 'branches')}, ${plural(findings, 'finding')}`,
} as const
