import { formatNumber, plural } from '../language/format.ts'

/** Infrastructure as code: the tab of a report, and the policies in the settings. */
export const infrastructure = {
  heading: 'Infrastructure findings',
  failed: 'Failed to load the infrastructure report.',
  none: 'No infrastructure scan yet',
  noneHint:
    'Upload the SARIF results of Checkov, Trivy, KICS, tfsec, Hadolint or zizmor, or let the command line run a scanner:',
  noneCommand: 'assay scan --iac',
  clean: 'No misconfigurations found',
  cleanHint: (scanners: string) => `${scanners} reported no findings.`,
  summary: (open: number, scanners: string) => `${plural(open, 'open finding')} · ${scanners}`,
  changes: (introduced: number, fixed: number) => `${introduced} new, ${fixed} fixed`,
  apart: 'Not included in scores or vulnerability counts.',
  issues: (count: number) => `${plural(count, 'result')} could not be used.`,
  columns: { severity: 'Severity', rule: 'Rule', file: 'File', state: 'Status' },
  noFile: 'no file',
  fixed: (days: number | null) =>
    days === null ? 'Fixed' : days === 0 ? 'Fixed within a day' : `Fixed after ${plural(days, 'day')}`,
  ended: {
    excluded: 'Excluded in this scan',
    'coverage-lost': 'No longer covered: its file was not scanned',
    withdrawn: 'Withdrawn',
  },
  since: 'Open since',
  isNew: 'new',
  exclusions: {
    policy: 'Excluded: the rule is turned off',
    tags: 'Excluded: the rule is limited to other tags',
    suppressed: (why: string) => `Suppressed in the source: ${why}`,
  },
  only: 'Show',
  shows: { all: 'All', excluded: 'Excluded' },
  policies: {
    title: 'Infrastructure policies',
    none: 'No rules yet. Rules appear with the first scanner results.',
    filter: 'Filter',
    filterHint: 'Filter rules',
    nothingMatches: 'No results match your filter.',
    shown: (count: number) => plural(count, 'rule'),
    columns: { rule: 'Rule', scanner: 'Scanner', severity: 'Severity', tags: 'Projects' },
    off: 'Off',
    scannerSays: (severity: string) => `${severity} (from scanner)`,
    everywhere: 'All',
    ofTag: (tag: string) => `tag ${tag}`,
    turn: { off: 'Turn off', on: 'Turn on' },
    turnOf: {
      off: (name: string) => `Turn off ${name}`,
      on: (name: string) => `Turn on ${name}`,
    },
    turned: {
      off: (name: string) => `${name} turned off. Applies from the next scan.`,
      on: (name: string) => `${name} turned on. Applies from the next scan.`,
    },
    edit: 'Edit',
    editOf: (name: string) => `Edit ${name}`,
    severity: 'Severity',
    tags: 'Project tags',
    tagsHint: 'Comma-separated, for example production, internal. Leave empty for all projects.',
    save: 'Save',
    more: (count: number) => `Show ${formatNumber(count)} more`,
  },
}
