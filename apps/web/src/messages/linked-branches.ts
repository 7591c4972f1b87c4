/** Settings, Integrations, DataTrails: linked branches and their published SBOMs. */
export const linkedBranches = {
  title: 'Linked branches and published SBOMs',
  linked: 'Linked: the SBOM of each new scan is uploaded',
  notLinked: 'Not linked',
  link: 'Link',
  linkOf: (branch: string) => `Link branch ${branch}`,
  unlink: 'Unlink',
  unlinkOf: (branch: string) => `Unlink branch ${branch}`,
  publish: 'Publish',
  publishOf: (branch: string) => `Publish the SBOM of the latest scan of ${branch}`,
  withdraw: 'Withdraw',
  queued: 'Queued. The list shows when it is published.',
  history: (branch: string) => `SBOMs of ${branch}`,
  columns: { sbom: 'SBOM', state: 'Status' },
  none: 'No SBOMs uploaded yet.',
  states: { queued: 'Queued', uploaded: 'Uploaded', published: 'Published', withdrawn: 'Withdrawn' },
  wanted: (state: string) => `Pending: ${state}`,
} as const
