import { maxScimPage, scimSchemas } from '@assay/contract/scim.ts'
import { groupAttributes, userAttributes } from './attributes.ts'

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
      type: 'httpbasic',
      name: 'HTTP Basic',
      primary: true,
      specUri: `${rfc}#section-2`,
      description: 'The account uuid and an API token of access admin',
    },
    {
      type: 'oauthbearertoken',
      name: 'Bearer',
      primary: false,
      specUri: `${rfc}#section-2`,
      description: 'An API token of access admin',
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

/** RFC 7643 §6. */
export const resourceTypes = (base: string) =>
  (['User', 'Group'] as const).map((name) => ({
    schemas: [`${core}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: name === 'User' ? scimSchemas.user : scimSchemas.group,
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
