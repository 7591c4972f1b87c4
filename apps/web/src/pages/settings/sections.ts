/** The parts of the settings, in the order of their menu. */
export const sections = [
  'security',
  'account',
  'members',
  'teams',
  'tags',
  'policies',
  'exclusions',
  'overrides',
  'roles',
  'sso',
  'scim',
  'audit',
] as const
export type Section = (typeof sections)[number]

/** A name that is none is as if it were not there. */
export const sectionOf = (name: string): Section => sections.find((each) => each === name) ?? sections[0]
