import { severityWords } from '@assay/engine/severity-names.ts'
import { formatNumber, plural } from '../language/format.ts'

const shownVersions = 3
const firstOf = (versions: readonly string[]) => {
  const more = versions.length - shownVersions
  return `${versions.slice(0, shownVersions).join(', ')}${more > 0 ? ` +${formatNumber(more)}` : ''}`
}

/** Fix first: the card of the dashboard and its page. */
export const fixes = {
  title: 'Fix first',
  lead: 'Upgrades that close open vulnerabilities, most urgent first, as of the latest scan of each branch',
  /** For a period that has ended. */
  asOfToday: 'As of today: upgrades for the latest scans, not for those of the selected period',
  list: 'Upgrades',
  all: (count: number) => (count === 1 ? 'The upgrade' : `All ${plural(count, 'upgrade')}`),
  failed: 'Failed to load upgrades.',
  failedUses: 'Failed to load projects.',
  forbidden: { title: 'You do not have permission to view upgrades' },
  none: 'No upgrades needed',
  noneHint: 'The latest scans have no open vulnerabilities.',
  noneSnoozed: 'Nothing is snoozed',
  noMatch: 'No upgrades match your filters',
  overview: (closes: number, upgrades: number) =>
    `${plural(upgrades, 'upgrade')} ${upgrades === 1 ? 'closes' : 'close'} ${plural(closes, 'finding')}`,
  closesInAll: (findings: number, upgrades: number) =>
    `${upgrades === 1 ? 'closes' : 'close'} ${plural(findings, 'finding')}`,
  unfixable: (count: number) => `no release fixes ${plural(count, 'finding')} yet`,
  noFix: 'No fix released yet',
  steps: { patch: 'Patch', minor: 'Minor', major: 'Major' },
  unconfirmed: 'Unconfirmed',
  unconfirmedHint:
    'Unconfirmed: the releases of this package are unknown, so the version is taken from the advisory.',
  fromVersions: (versions: readonly string[]) => `from ${firstOf(versions)}`,
  noneConfirmed: 'Releases are not known yet. These versions are taken from the advisories.',
  sort: 'Sort by',
  orders: { urgent: 'Most urgent', priority: 'Priority', closes: 'Closes most' },
  priority: (decision: string) => `Priority: ${decision}`,
  priorityHint: 'The highest priority by SSVC of the findings that it closes',
  closesIn: (findings: number, where: string) => `${plural(findings, 'finding')} in ${where}`,
  counts: severityWords,
  shared: (count: number) =>
    `${plural(count, 'finding')} also ${count === 1 ? 'needs' : 'need'} another upgrade of this package`,
  exploited: (count: number) => `${formatNumber(count)} known exploited`,
  likely: (count: number) => `${formatNumber(count)} likely exploited`,
  epss: (probability: number) => `Highest exploit probability (EPSS): ${Math.round(probability * 100)}%`,
  where: (projects: number, branches: number) =>
    branches > projects
      ? `${plural(projects, 'project')}, ${plural(branches, 'branch', 'branches')}`
      : plural(projects, 'project'),
  direct: 'Direct',
  through: (names: readonly string[]) => `Through ${names.join(', ')}`,
  transitive: 'Transitive',
  notSeen: (count: number, branches: number) =>
    count >= branches
      ? 'Not seen in sources'
      : `Not seen in the sources of ${plural(count, 'branch', 'branches')}`,
  notSeenHint:
    'The sources of these branches were searched, and none imports the package. It is ranked lower.',
  noCommand: 'This upgrade has no single command.',
  malware: 'Malware',
  removeMalware:
    'Remove it, and treat the machines that installed it as compromised: change (rotate) their secrets.',
  replaceMalware: (version: string) =>
    `Go to ${version}, and treat the machines that installed it as compromised: change (rotate) their secrets.`,
  edit: (file: string, entry?: string) => (entry === undefined ? `Edit ${file}` : `Edit ${file}: ${entry}`),
  broughtBy: (name: string) => `Comes with ${name}.`,
  blocked: (name: string) => `No release of ${name} is known that allows it yet.`,
  bringsIn: (name: string) => `${name} brings it in: remove or replace it, too.`,
  unsupported: (runtime: string) => `No release for ${runtime} fixes it.`,
  bundled: (name: string) =>
    `The archive of ${name} contains it: only another release of ${name} replaces it.`,
  uses: 'Projects',
  assignee: 'Assignee',
  nobody: 'Nobody',
  assigned: (name: string) => `Assigned to ${name}`,
  snooze: 'Snooze',
  snoozeFor: { week: 'For a week', month: 'For 30 days', quarter: 'For 90 days' },
  snoozedUntil: 'Snoozed until',
  endSnooze: 'End snooze',
  snoozedUpgrade: 'Upgrade snoozed',
  endedSnooze: 'Snooze ended',
  savedAssignee: 'Assignee changed',
  show: 'Show',
  views: { open: 'Open', snoozed: 'Snoozed' },
  severity: 'Severity',
  anySeverity: 'Any',
  project: 'Filter by project',
  projectHint: 'Project name or URL',
  toggle: (name: string) => `Details of ${name}`,
} as const
