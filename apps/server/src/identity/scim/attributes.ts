import { isTeamRole, roles } from '@assay/contract/permissions.ts'

/** RFC 7643 §7. */
export interface Attribute {
  name: string
  description: string
  type: 'string' | 'boolean' | 'complex' | 'reference'
  multiValued: boolean
  required: boolean
  caseExact: boolean
  mutability: 'readOnly' | 'readWrite' | 'immutable'
  returned: 'default'
  uniqueness: 'none' | 'server'
  subAttributes?: readonly Attribute[]
  canonicalValues?: readonly string[]
  /** Names of resources that a reference leads to. */
  referenceTypes?: readonly string[]
}

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  description,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const list = { type: 'complex', multiValued: true } as const
const readOnly = { mutability: 'readOnly' } as const

/** References are added and removed, never changed. */
const referencesTo = (name: 'User' | 'Group', mutability: 'readOnly' | 'immutable') => [
  attribute('value', 'The id', { caseExact: true, mutability }),
  attribute('display', 'The name', readOnly),
  attribute('$ref', 'The address', {
    type: 'reference',
    caseExact: true,
    referenceTypes: [name],
    mutability,
  }),
]

/** The SCIM attributes of a member, used for discovery and for validating operations. */
export const userAttributes: readonly Attribute[] = [
  attribute('userName', "The directory's name of the user", { required: true, uniqueness: 'server' }),
  attribute('externalId', "The directory's id of the user", { caseExact: true }),
  attribute('displayName', 'The name that is shown'),
  attribute('name', 'The name in parts', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name'),
      attribute('givenName', 'The given name'),
      attribute('familyName', 'The family name'),
    ],
  }),
  attribute('emails', 'The primary one is the address of login; may be left out if userName is an address', {
    ...list,
    required: true,
    subAttributes: [
      attribute('value', 'The address', { required: true, uniqueness: 'server' }),
      attribute('type', 'Returned as work', { canonicalValues: ['work'] }),
      attribute('primary', 'Whether it is the one in use', { type: 'boolean' }),
    ],
  }),
  attribute('active', 'Whether the user may log in', { type: 'boolean' }),
  attribute('roles', 'The role in the account, one of them', {
    ...list,
    subAttributes: [
      attribute('value', 'The name of the role', {
        canonicalValues: roles.filter((role) => !isTeamRole(role)),
      }),
      attribute('primary', 'Always true', { type: 'boolean', ...readOnly }),
    ],
  }),
  attribute('groups', 'The teams', {
    ...list,
    ...readOnly,
    subAttributes: referencesTo('Group', 'readOnly'),
  }),
]

/** The SCIM attributes of a team. */
export const groupAttributes: readonly Attribute[] = [
  attribute('displayName', 'The name of the team', { required: true, uniqueness: 'server' }),
  attribute('externalId', "The directory's id of the group", { caseExact: true }),
  attribute('members', 'The members of the team', {
    ...list,
    subAttributes: referencesTo('User', 'immutable'),
  }),
]
