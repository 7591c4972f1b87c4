import { formatNumber, plural } from '../language/format.ts'

interface LicenseSources {
  declared: number
  registry: number
  override: number
  none: number
}

/** Views of the project report besides the tabs of the three scores. */
export const reportViews = {
  list: {
    export: 'Export',
    csv: 'This list (CSV)',
    pdf: 'This list (print or PDF)…',
    columns: {
      status: 'Status',
      summary: 'Summary',
      purl: 'Package URL',
      licenseSource: 'License source',
      licenseProblems: 'License problems',
      notes: 'Notes',
    },
    open: 'open',
  },
  upgrades: {
    view: 'View',
    views: { upgrades: 'By upgrade', list: 'List' },
    excluded: 'Excluded',
    toggle: (title: string, count: number) => `${title}, ${plural(count, 'finding')}`,
    count: (count: number) => plural(count, 'finding'),
    expandAll: 'Expand all',
    collapseAll: 'Collapse all',
    shown: (count: number) => plural(count, 'upgrade'),
  },
  inventory: {
    heading: 'Scanned files',
    components: 'Components',
    none: 'No components',
    noneHint: 'The inventory of this scan is empty.',
    componentColumns: {
      name: 'Component',
      ecosystem: 'Ecosystem',
      license: 'License',
      scope: 'Scope',
      findings: 'Vulnerabilities',
      required: 'Dependency',
    },
    findingsOf: (count: number, name: string) =>
      `${plural(count, 'vulnerability', 'vulnerabilities')} of ${name}`,
    only: 'Show',
    shows: { all: 'All', direct: 'Direct', vulnerable: 'Vulnerable' },
    documents: 'Uploaded files',
    noDocuments: 'The uploaded files of this scan are no longer stored.',
    downloadDocument: (path: string) => `Download ${path}`,
    read: 'Parsed files',
    issues: 'Parse issues',
    noIssues: 'No parse issues.',
    columns: { document: 'File', size: 'Size', action: 'Actions' },
    issueColumns: { message: 'Issue', where: 'Location' },
    export: 'Export',
    exportHint: 'Components of this scan with licenses, files and dependency relationships.',
    failed: 'Failed to load the uploaded files.',
  },
  print: {
    print: 'Print',
    back: 'Back to report',
    details: 'Include details',
    onlyList: (shown: number, all: string) =>
      `${formatNumber(shown)} of ${all}, as filtered and sorted in the report`,
    summary: 'Summary',
    open: (count: number) => plural(count, 'open vulnerability', 'open vulnerabilities'),
    excluded: (count: number) => `${formatNumber(count)} excluded`,
    plan: (upgrades: number, closed: number, unfixable: number) =>
      [
        ...(upgrades > 0
          ? [`${plural(upgrades, 'upgrade')} ${upgrades === 1 ? 'closes' : 'close'} ${formatNumber(closed)}`]
          : []),
        ...(unfixable > 0 ? [`no release fixes ${formatNumber(unfixable)} yet`] : []),
      ].join(', '),
    licenseSources: ({ declared, registry, override, none }: LicenseSources) =>
      [
        `${plural(declared, 'component')} from the scanned files`,
        ...(registry > 0 ? [`${formatNumber(registry)} from package registries`] : []),
        ...(override > 0 ? [`${formatNumber(override)} overridden by the account`] : []),
        ...(none > 0 ? [`${formatNumber(none)} without a license`] : []),
      ].join(', '),
    facts: {
      security: 'Security',
      stability: 'Stability',
      licensing: 'Licenses',
      advisories: 'Advisory data',
    },
    current: 'Up to date at the time of the scan',
    installedAndFix: 'Installed → Fixes this',
    problem: 'Problem',
    version: 'Version',
    findings: (count: number) => plural(count, 'vulnerability', 'vulnerabilities'),
    outdated: (count: number) => plural(count, 'outdated component'),
    licenses: (count: number) =>
      plural(count, 'component with a license problem', 'components with a license problem'),
    made: (date: string) => `Printed ${date}`,
  },
} as const
