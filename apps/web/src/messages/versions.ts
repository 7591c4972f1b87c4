import { plural } from '../language/format.ts'

/** Published versions of a project. */
export const versions = {
  list: 'Versions',
  failed: 'Failed to load versions.',
  none: 'No versions published yet',
  noneHint:
    'A version keeps the scan that it was published with: its inventory and vulnerabilities stay as they were.',
  publish: 'Publish version',
  publishHint: (branch: string) => `Of the last scan of ${branch}.`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  remove: 'Withdraw',
  removeOf: (name: string) => `Withdraw ${name}?`,
  removeText: 'The version is no longer listed. Its scan stays.',
  save: 'Save',
  notAllowed: 'Your role does not allow this.',
  columns: {
    name: 'Version',
    branch: 'Branch',
    tag: 'Tag',
    released: 'Released',
    supported: 'Supported until',
    findings: 'Vulnerabilities',
    actions: 'Actions',
  },
  ended: 'Ended',
  open: 'No end set',
  findings: (count: number) => plural(count, 'vulnerability', 'vulnerabilities'),
  form: {
    name: 'Version',
    tag: 'Tag',
    tagHint: 'In the repository.',
    releasedAt: 'Released on',
    supportedUntil: 'Supported until',
    supportedUntilHint: 'Leave empty for no end.',
    invalidDay: 'A date such as 2026-01-31',
  },
} as const
