import type { Permission } from '@assay/contract/permissions.ts'

/**
 * Their permissions, each with those of ours that it takes here. docs/guides/coming-from-dependency-track.md shows the
 * same table.
 */
export const permissionTable: Readonly<Record<string, readonly Permission[]>> = {
  BOM_UPLOAD: ['reports.edit'],
  PROJECT_CREATION_UPLOAD: ['reports.edit'],
  VIEW_PORTFOLIO: ['projects.read'],
  VIEW_VULNERABILITY: ['reports.read'],
  VIEW_POLICY_VIOLATION: ['reports.read'],
  VIEW_BADGES: ['reports.read'],
  VULNERABILITY_ANALYSIS: ['policies.create'],
  POLICY_MANAGEMENT: ['policies.create', 'policies.edit', 'policies.delete'],
  PORTFOLIO_MANAGEMENT: ['projects.edit', 'projects.delete'],
  TAG_MANAGEMENT: ['tags.edit', 'tags.delete'],
  ACCESS_MANAGEMENT: ['members.edit', 'teams.edit'],
  SYSTEM_CONFIGURATION: ['configuration.edit'],
}

/** Their names of what the caller may do. */
export const theirPermissions = (held: ReadonlySet<Permission>): string[] =>
  Object.entries(permissionTable)
    .filter(([, needed]) => needed.every((each) => held.has(each)))
    .map(([name]) => name)
