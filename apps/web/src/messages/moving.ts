import { plural } from '../language/format.ts'

/** Moving from a Dependency-Track: versions of its clients, and the comparison. */
export const moving = {
  versions: 'Versions of clients',
  versionsLead:
    'What a project version is here that a client of Dependency-Track uploads. Holds for uploads to come; isLatest is the default branch either way.',
  asBranch: 'A branch',
  asBranchHint: 'Each version is a branch of its project.',
  asVersion: 'A branch and a published version',
  asVersionHint:
    'Each version is also published: it appears under the versions of its project, with support dates.',
  preview: (branches: number, projects: number) =>
    `${plural(branches, 'branch', 'branches')} in ${plural(projects, 'project')} so far`,
  previewTitle: 'Preview',
  project: 'Project',
  main: 'Default branch',
  others: 'Other branches',
  becomes: 'Published as',
  none: 'No project has several branches yet.',
  comparison: 'Comparison with Dependency-Track',
  comparisonLead:
    'What the webhooks of a Dependency-Track that still runs say of its findings, and what is found here. Webhooks only tell what is new since the alert was created.',
  version: 'Project version',
  both: 'Both',
  onlyThere: 'Only there',
  onlyHere: 'Only here',
  told: 'Last told',
  nothing: 'Nothing was told yet: add the webhook as the guide says.',
  differences: (count: number) => `Differences: ${count}`,
  where: { 'dependency-track': 'Only there', assay: 'Only here' },
  reasons: {
    'suppressed-there': 'suppressed there',
    'retracted-there': 'withdrawn there',
    'not-told-there': 'not told, or found there before the alert',
    'not-scanned-here': 'the version is not scanned here',
    'excluded-here': 'excluded here',
    'component-missing': 'the component is not in the inventory here',
    'advisory-unknown': 'the advisory is not known here',
    'not-affected': 'the advisory does not affect this version here',
  },
  more: 'Show more',
}
