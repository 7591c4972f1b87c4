/** The settings sections, in menu order. */
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
  'registries',
  'images',
  'ci',
  'audit',
  'accounts',
] as const
export type Section = (typeof sections)[number]

/** Sections of the installation instead of the account. */
export const operatorSections: readonly Section[] = ['accounts']

/** Unknown names are ignored. */
export const sectionOf = (name: string): Section => sections.find((each) => each === name) ?? sections[0]
