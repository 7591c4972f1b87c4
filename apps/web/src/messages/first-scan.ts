import { formatNumber } from '../language/format.ts'

/** Empty dashboard, and the dialog that scans a file. */
export const firstScan = {
  lead: 'Run your first scan',
  file: {
    title: 'Drop files here',
    explanation: 'Lockfiles, manifests, or CycloneDX or SPDX SBOMs, anywhere on this page.',
    choose: 'Choose files',
    notAllowed: 'Your role can view scans but not start them.',
  },
  command: {
    title: 'Run a command',
    explanation: 'Scans a local folder. Needs Node 20 or later.',
    make: 'Generate a command',
    making: 'Generating…',
    tokenName: 'First scan',
    command: (url: string, token: string) =>
      `curl -fsSLO ${url}/api/v1/cli/assay.cjs && ASSAY_URL=${url} ASSAY_TOKEN=${token} node assay.cjs scan path/to/project`,
    label: 'Scan command with token',
    once: 'The token is shown only once. This page updates when the scan finishes.',
    copy: 'Copy',
    copied: 'Copied',
  },
  repository: {
    title: 'Connect a repository',
    explanation: 'Scans every branch and pull request of GitHub, GitLab, Bitbucket and others.',
    connect: 'Connect',
    notAllowed: 'Only administrators can connect repositories.',
  },
  checklist: {
    title: 'Setup',
    done: (done: number, all: number) => `${done} of ${all} steps done`,
    isDone: 'Done',
    isOpen: 'To do',
    steps: {
      advisories: 'Sync advisories',
      project: 'Scan a first project',
      token: 'Create a token for CI',
      team: 'Create a team',
      notifications: 'Connect email, Slack or another channel',
      signOn: 'Set up single sign-on',
    },
    demo: {
      ofOperator: 'To look at a year of demo data, open an account of its own and load it there.',
      ofOthers: 'To look at a year of demo data, ask the operator for an account of its own.',
      open: 'Open a demo account',
    },
  },
  demo: {
    title: 'Explore demo data',
    explanation: '40 sample projects with one year of scan history. Takes about 30 seconds.',
    load: 'Load demo data',
    loading: 'Loading demo data…',
    progress: (done: string, all: string) => `${done} of ${all} scans`,
    failed: 'Failed to load demo data. See the server log.',
    notAllowed: 'Only administrators can load demo data.',
  },
  dialog: {
    titleOf: (count: number) => (count === 1 ? 'Scan a file' : `Scan ${count} files`),
    project: 'Project',
    branch: 'Branch',
    separate: 'One project for each file',
    projects: 'Projects',
    scanned: (done: number, all: number) => `${done} of ${all} scanned`,
    fileSteps: { waiting: 'Waiting', scanning: 'Scanning…', success: 'Scanned', failed: 'Scan failed' },
    scan: 'Scan',
    cancel: 'Cancel',
    close: 'Close',
    again: 'Try again',
    steps: {
      uploading: 'Uploading…',
      preparing: 'Uploaded',
      queued: 'Waiting for a worker…',
      scanning: 'Scanning…',
      success: 'Scanned',
      failed: 'Scan failed',
    },
    scores: { security: 'Security', stability: 'Stability', licensing: 'Licensing' },
    open: 'Open report',
    against: {
      nothing: 'No advisory data applies to this inventory.',
      data: (name: string, advisories: number, newest: string | null) =>
        `Checked against ${formatNumber(advisories)} ${name} ${advisories === 1 ? 'advisory' : 'advisories'}` +
        `${newest === null ? '' : `, the newest of ${newest}`}.`,
      states: {
        starter: 'Only the starter set: most vulnerabilities are missed.',
        outdated: 'Out of date: vulnerabilities may be missed.',
      },
    },
    issues: (count: number) => `${count} parse ${count === 1 ? 'issue' : 'issues'}`,
    lost: 'Connection lost. The scan continues, and its result will appear on the dashboard.',
  },
} as const
