import { maxScimPage, scimSchemas } from '@assay/contract/scim.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const rfc = 'https://www.rfc-editor.org/rfc/rfc7644'

/** RFC 7643 §5. */
export const serviceProviderConfig = (base: string) => ({
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxScimPage },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      ...{ type: 'httpbasic', name: 'HTTP Basic', primary: true, specUri: `${rfc}#section-2` },
      description: 'The account uuid and an API token of access admin',
    },
    {
      ...{ type: 'oauthbearertoken', name: 'Bearer', primary: false, specUri: `${rfc}#section-2` },
      description: 'An API token of access admin',
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

/** RFC 7643 §6. */
export const resourceTypes = (base: string) =>
  (['User', 'Group'] as const).map((name) => ({
    schemas: [`${core}:ResourceType`],
    ...{
      id: name,
      name,
      endpoint: `/${name}s`,
      schema: name === 'User' ? scimSchemas.user : scimSchemas.group,
    },
    description: name === 'User' ? 'A member of the account' : 'A team',
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))

/** RFC 7643 §7. */
export const schemas = (base: string) =>
  [
    {
      id: scimSchemas.user,
      name: 'User',
      description: 'A member of the account',
      attributes: userAttributes,
    },
    { id: scimSchemas.group, name: 'Group', description: 'A team', attributes: groupAttributes },
  ].map((schema) => ({
    schemas: [`${core}:Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))

interface Attribute {
  type?: 'string' | 'boolean' | 'complex' | 'reference'
  multiValued?: boolean
  required?: boolean
  mutability?: 'readOnly' | 'readWrite'
  uniqueness?: 'none' | 'server'
  caseExact?: boolean
  subAttributes?: object[]
}

const attribute = (name: string, description: string, more: Attribute = {}) => ({
  ...{ name, description, type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
  ...more,
})
const list = { type: 'complex', multiValued: true } as const
const readOnly = { mutability: 'readOnly' } as const

const references = [
  attribute('value', 'The id'),
  attribute('display', 'The name', readOnly),
  attribute('$ref', 'The address', { type: 'reference', ...readOnly }),
]

const userAttributes = [
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
  attribute('emails', 'The primary one is the address of login', {
    ...list,
    subAttributes: [
      attribute('value', 'The address', { uniqueness: 'server' }),
      attribute('type', 'work'),
      attribute('primary', 'Whether it is the one in use', { type: 'boolean' }),
    ],
  }),
  attribute('active', 'Whether the user may log in', { type: 'boolean' }),
  attribute('roles', 'The role in the account, one of them', {
    ...list,
    subAttributes: [
      attribute('value', 'The name of the role'),
      attribute('primary', 'Always true', { type: 'boolean', ...readOnly }),
    ],
  }),
  attribute('groups', 'The teams', { ...list, ...readOnly, subAttributes: references }),
]

const groupAttributes = [
  attribute('displayName', 'The name of the team', { required: true, uniqueness: 'server' }),
  attribute('externalId', "The directory's id of the group", { caseExact: true }),
  attribute('members', 'The members of the team', { ...list, subAttributes: references }),
]
