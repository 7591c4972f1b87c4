import type { Permission } from '@assay/contract/permissions.ts'
import type { User } from '@assay/contract/users.ts'

interface SectionOfGroup {
  section: string
  /** Without it, the server rejects what the section shows. */
  permission?: Permission
  /** Shown to the operator of the installation only. */
  isOperator?: true
}

/** The sections of the settings by group, in menu order. */
export const settingsGroups = [
  { group: 'own', sections: [{ section: 'security' }] },
  {
    group: 'account',
    sections: [
      { section: 'account' },
      { section: 'members', permission: 'members.read' },
      { section: 'teams', permission: 'teams.read' },
      { section: 'roles' },
      { section: 'sso', permission: 'configuration.read' },
      { section: 'scim', permission: 'configuration.read' },
      { section: 'audit', permission: 'configuration.read' },
      { section: 'retention', permission: 'configuration.read' },
    ],
  },
  {
    group: 'rules',
    sections: [
      { section: 'tags', permission: 'tags.read' },
      { section: 'policies', permission: 'policies.read' },
      { section: 'infrastructure', permission: 'isaac.read' },
      { section: 'exclusions', permission: 'policies.read' },
      { section: 'overrides', permission: 'policies.read' },
      { section: 'advisories', permission: 'policies.read' },
      { section: 'keys', permission: 'policies.read' },
    ],
  },
  {
    group: 'sources',
    sections: [
      { section: 'ci' },
      { section: 'images', permission: 'reports.read' },
      { section: 'registries', permission: 'configuration.read' },
      { section: 'integrations', permission: 'configuration.read' },
      { section: 'notifications', permission: 'teams.read' },
      { section: 'moving', permission: 'configuration.read' },
    ],
  },
  { group: 'installation', sections: [{ section: 'accounts', isOperator: true }] },
] as const satisfies readonly { group: string; sections: readonly SectionOfGroup[] }[]

export type Section = (typeof settingsGroups)[number]['sections'][number]['section']

const sections: readonly Section[] = settingsGroups.flatMap(({ sections }) =>
  sections.map(({ section }) => section),
)

const firstSection: Section = 'security'

/** Unknown names are ignored. */
export const sectionOf = (name: string): Section => sections.find((each) => each === name) ?? firstSection

/** The groups with what a member may open. */
export function sectionsFor({ account, permissions }: Pick<User, 'account' | 'permissions'>) {
  const isShown = ({ permission, isOperator }: SectionOfGroup) =>
    (permission === undefined || permissions.includes(permission)) &&
    (isOperator !== true || (account.operator && account.admin))
  return settingsGroups
    .map(({ group, sections }) => ({
      group,
      sections: (sections as readonly (SectionOfGroup & { section: Section })[])
        .filter(isShown)
        .map(({ section }) => section),
    }))
    .filter(({ sections }) => sections.length > 0)
}
