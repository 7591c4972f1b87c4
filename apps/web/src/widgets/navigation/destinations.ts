import type { Permission } from '@assay/contract/permissions.ts'
import type { texts } from '../../messages/app.ts'
import { paths } from '../../paths.ts'

/** Groups of the side bar, in order. */
export const destinationGroups = ['overview', 'work', 'govern'] as const

interface Destination {
  /** Its name is `texts.nav.pages[page]`. */
  page: keyof typeof texts.nav.pages
  group: (typeof destinationGroups)[number]
  href: string
  /** Distinguishes pages at the same path. */
  search?: { snoozed: true | undefined }
  /** Hidden from members without it. */
  permission?: Permission
}

/** The pages of the side bar and of the command palette, in order: a new page adds one line. */
export const destinations: readonly Destination[] = [
  { page: 'dashboard', group: 'overview', href: paths.dashboard },
  { page: 'projects', group: 'overview', href: paths.projects },
  { page: 'groups', group: 'overview', href: paths.groups },
  { page: 'history', group: 'overview', href: paths.history },
  { page: 'fixes', group: 'work', href: paths.fixes, search: { snoozed: undefined } },
  { page: 'snoozed', group: 'work', href: paths.fixes, search: { snoozed: true } },
  { page: 'vulnerabilities', group: 'work', href: paths.vulnerabilities },
  { page: 'findings', group: 'work', href: paths.findings },
  { page: 'overdue', group: 'work', href: paths.overdue },
  { page: 'cases', group: 'work', href: paths.cases },
  { page: 'inbox', group: 'work', href: paths.inbox },
  { page: 'components', group: 'govern', href: paths.components },
  { page: 'licenses', group: 'govern', href: paths.licenses },
  { page: 'policies', group: 'govern', href: paths.settingsOf('policies') },
  { page: 'decisions', group: 'govern', href: paths.decisions, permission: 'policies.read' },
  { page: 'reports', group: 'govern', href: paths.reports },
  { page: 'audit', group: 'govern', href: paths.settingsOf('audit'), permission: 'configuration.read' },
]
