/** The parts of the settings, in the order of their menu. */
export const sections = [
  'security',
  'account',
  'members',
  'teams',
  'tags',
  'policies',
  'infrastructure',
  'exclusions',
  'overrides',
  'notifications',
  'roles',
  'sso',
  'scim',
  'integrations',
  'ci',
  'audit',
  'accounts',
] as const
export type Section = (typeof sections)[number]

/** Of the installation, and not of the account. */
export const operatorSections: readonly Section[] = ['accounts']

/** A name that is none is as if it were not there. */
export const sectionOf = (name: string): Section => sections.find((each) => each === name) ?? sections[0]
