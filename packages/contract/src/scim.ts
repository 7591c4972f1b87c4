import { z } from 'zod'
import { endpointsForOthers, jsonAs, noContent } from './endpoint.ts'
import { named } from './named.ts'

// System for Cross-domain Identity Management 2.0: RFC 7643 (schemas) and RFC 7644 (protocol).

export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

const scimMediaType = 'application/scim+json'
const inScim = <S extends z.ZodType>(schema: S): S => jsonAs(schema, scimMediaType)

const Text = z.string().trim().max(1000)
const optional = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? undefined)

/** Some identity providers send true as 'True'. */
const ScimBoolean = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .transform((value) => value === 'true')
    .meta({ enum: ['true', 'false'] }),
])

const Email = z.looseObject({ value: Text, type: optional(Text), primary: optional(ScimBoolean) })

/** Writable attributes of a user; all others are ignored. */
export const ScimUserInput = z.object({
  userName: Text.min(1),
  externalId: optional(Text),
  displayName: optional(Text),
  name: optional(
    z.object({ formatted: optional(Text), givenName: optional(Text), familyName: optional(Text) }),
  ),
  emails: optional(z.array(Email).max(20)),
  active: optional(ScimBoolean),
  roles: optional(z.array(z.union([Text, z.looseObject({ value: Text })])).max(20)),
})
export type ScimUserInput = z.infer<typeof ScimUserInput>

/** Writable attributes of a group. Omitted members are unchanged. */
export const ScimGroupInput = z.object({
  displayName: Text.min(1).max(200),
  externalId: optional(Text),
  members: optional(z.array(z.looseObject({ value: Text })).max(10_000)),
})
export type ScimGroupInput = z.infer<typeof ScimGroupInput>

/** RFC 7644 §3.5.2. The shape of the value depends on the path; operations are case-insensitive. */
export const ScimPatch = z.object({
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove']))
          .meta({ enum: ['add', 'replace', 'remove'] }),
        path: optional(z.string().max(1000)),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1000),
})
export type ScimPatch = z.infer<typeof ScimPatch>

const Meta = z.object({
  resourceType: z.string(),
  location: z.string(),
  created: z.iso.datetime().optional(),
})
const Reference = z.object({ value: z.string(), display: z.string(), $ref: z.string() })

/** A member of the account. Attributes are only missing if attributes or excludedAttributes is used. */
export const ScimUser = inScim(
  named('ScimUser', {
    schemas: z.array(z.string()),
    id: z.string(),
    userName: z.string().optional(),
    externalId: z.string().optional(),
    displayName: z.string().optional(),
    name: z.object({ formatted: z.string(), givenName: z.string(), familyName: z.string() }).optional(),
    emails: z.array(z.object({ value: z.string(), type: z.string(), primary: z.boolean() })).optional(),
    active: z.boolean().optional(),
    /** The role in the account. */
    roles: z.array(z.object({ value: z.string(), primary: z.boolean() })).optional(),
    groups: z.array(Reference).optional(),
    meta: Meta.optional(),
  }),
)
export type ScimUser = z.infer<typeof ScimUser>

/** A team. */
export const ScimGroup = inScim(
  named('ScimGroup', {
    schemas: z.array(z.string()),
    id: z.string(),
    externalId: z.string().optional(),
    displayName: z.string().optional(),
    members: z.array(Reference).optional(),
    meta: Meta.optional(),
  }),
)
export type ScimGroup = z.infer<typeof ScimGroup>

const listOf = <S extends z.ZodType>(resource: S) =>
  inScim(
    z.object({
      schemas: z.array(z.string()),
      totalResults: z.int(),
      startIndex: z.int(),
      itemsPerPage: z.int(),
      Resources: z.array(resource),
    }),
  )

/** RFC 7644 §3.12. */
const ScimError = inScim(
  named('ScimError', {
    schemas: z.array(z.string()),
    status: z.string(),
    scimType: z.string().optional(),
    detail: z.string(),
  }),
)

/** Maximum page size. */
export const maxScimPage = 500

const Projection = {
  /** Comma-separated attributes to return; id and schemas are always included. */
  attributes: z.string().max(2000).optional(),
  excludedAttributes: z.string().max(2000).optional(),
}
const ListQuery = z.object({
  filter: z.string().max(4000).optional(),
  /** 1-based. */
  startIndex: z.coerce.number().int().default(1),
  count: z.coerce.number().int().default(100),
  ...Projection,
})

const Description = inScim(z.looseObject({ schemas: z.array(z.string()) }))
/** Public: describes the protocol, and nothing of any account. */
const describing = <const P extends string>(path: P, summary: string) =>
  ({
    method: 'GET',
    path: `/api/v1/scim${path}`,
    permission: 'public',
    acceptsBasic: true,
    errorSchema: ScimError,
    summary,
    responses: { 200: Description },
  }) as const

/** For all requests on users and groups: tokens with restricted scope are rejected. */
const guard = {
  permission: 'configuration.edit',
  features: ['scim'],
  acceptsBasic: true,
  errorSchema: ScimError,
} as const
const teamGuard = { ...guard, features: ['scim', 'teams'] } as const
const users = '/api/v1/scim/Users'
const groups = '/api/v1/scim/Groups'
const user = `${users}/{memberUuid}` as const
const group = `${groups}/{teamUuid}` as const

/** Provisioning of members and teams by an identity provider, with Basic authentication: account uuid and API token. */
export const scim = endpointsForOthers({
  configuration: describing('/ServiceProviderConfig', 'What this SCIM service supports'),
  resourceTypes: describing('/ResourceTypes', 'The kinds of SCIM resources'),
  resourceType: describing('/ResourceTypes/{name}', 'Get a kind of SCIM resource'),
  schemas: describing('/Schemas', 'The attributes of SCIM resources'),
  schema: describing('/Schemas/{urn}', 'The attributes of one kind of SCIM resource'),
  listUsers: {
    method: 'GET',
    path: users,
    ...guard,
    summary: 'List members matching a SCIM filter',
    query: ListQuery,
    responses: { 200: listOf(ScimUser) },
  },
  createUser: {
    method: 'POST',
    path: users,
    ...guard,
    summary: 'Add a member without invitation',
    body: inScim(ScimUserInput),
    errors: ['emailTaken'],
    responses: { 201: ScimUser },
  },
  getUser: {
    method: 'GET',
    path: user,
    ...guard,
    summary: 'Get a member as a SCIM user',
    query: z.object(Projection),
    responses: { 200: ScimUser },
  },
  replaceUser: {
    method: 'PUT',
    path: user,
    ...guard,
    summary: 'Replace the SCIM attributes of a member',
    body: inScim(ScimUserInput),
    errors: ['emailTaken', 'lastAdministrator'],
    responses: { 200: ScimUser },
  },
  patchUser: {
    method: 'PATCH',
    path: user,
    ...guard,
    summary: 'Change a member with SCIM PATCH operations',
    body: inScim(ScimPatch),
    errors: ['emailTaken', 'lastAdministrator'],
    responses: { 200: ScimUser },
  },
  removeUser: {
    method: 'DELETE',
    path: user,
    ...guard,
    summary: 'Remove a member; the last administrator cannot be removed',
    errors: ['lastAdministrator'],
    responses: { 204: noContent },
  },
  listGroups: {
    method: 'GET',
    path: groups,
    ...guard,
    summary: 'List teams matching a SCIM filter',
    query: ListQuery,
    responses: { 200: listOf(ScimGroup) },
  },
  createGroup: {
    method: 'POST',
    path: groups,
    ...teamGuard,
    summary: 'Create a team',
    body: inScim(ScimGroupInput),
    responses: { 201: ScimGroup },
  },
  getGroup: {
    method: 'GET',
    path: group,
    ...guard,
    summary: 'Get a team as a SCIM group',
    query: z.object(Projection),
    responses: { 200: ScimGroup },
  },
  replaceGroup: {
    method: 'PUT',
    path: group,
    ...teamGuard,
    summary: 'Replace the name and members of a team',
    body: inScim(ScimGroupInput),
    responses: { 200: ScimGroup },
  },
  patchGroup: {
    method: 'PATCH',
    path: group,
    ...teamGuard,
    summary: 'Change a team with SCIM PATCH operations',
    body: inScim(ScimPatch),
    responses: { 200: ScimGroup },
  },
  removeGroup: {
    method: 'DELETE',
    path: group,
    ...teamGuard,
    summary: 'Delete a team; its projects then belong to no team',
    responses: { 204: noContent },
  },
})
