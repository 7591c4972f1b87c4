/** What stands where nothing was scanned yet, and in the dialog that scans a file. */
export const firstScan = {
  lead: 'Three ways to your first scan',
  file: {
    title: 'Drop a file',
    explanation: 'Anywhere on this page: a lockfile, a manifest, or an SBOM in CycloneDX or SPDX.',
    choose: 'Choose files',
    notAllowed: 'Your role may look at scans, but not make them.',
  },
  command: {
    title: 'Paste a command',
    explanation: 'Scans a folder of yours with everything in it, from the folder of Assay.',
    make: 'Make a token and the command',
    making: 'Making the token…',
    tokenName: 'First scan',
    command: (url: string, token: string) =>
      `ASSAY_URL=${url} ASSAY_TOKEN=${token} npm run --silent assay -- scan path/to/project`,
    label: 'The command, with a token',
    once: 'The token is shown this once. This page changes as soon as the scan is there.',
    copy: 'Copy',
    copied: 'Copied',
  },
  demo: {
    title: 'Look at demo data',
    explanation:
      'A year of 40 invented projects with real packages, scanned by the real engine. Takes half a minute.',
    load: 'Load the demo data',
    loading: 'Loading the demo data…',
    progress: (done: string, all: string) => `${done} of ${all} scans`,
    failed: 'The demo data could not be loaded; the log of the server says why.',
    notAllowed: 'Only an administrator may load it.',
  },
  dialog: {
    titleOf: (count: number) => (count === 1 ? 'Scan a file' : `Scan ${count} files`),
    project: 'Project',
    branch: 'Branch',
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
      failed: 'The scan failed',
    },
    scores: { security: 'Security', stability: 'Stability', licensing: 'Licensing' },
    open: 'Open the report',
    issues: (count: number) => `${count} ${count === 1 ? 'note' : 'notes'} from reading`,
    lost: 'The connection was lost. The scan goes on; its result will be on the dashboard.',
  },
} as const
