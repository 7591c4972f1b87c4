import { type ScimGroup, scimSchemas, type ScimUser } from '@assay/contract/scim.ts'
import { attributeOf } from './parse-filter.ts'
import type { GroupRow, UserRow } from './store.ts'

/** Base URL of SCIM: 'https://assay.example.org/api/v1/scim'. */
type Base = string

export function userOf(row: UserRow, base: Base): ScimUser {
  const [first, ...rest] = row.name.split(' ')
  return {
    schemas: [scimSchemas.user],
    id: row.uuid,
    ...(row.externalId !== null && { externalId: row.externalId }),
    userName: row.userName,
    displayName: row.name,
    name: {
      formatted: row.name,
      givenName: row.givenName ?? first ?? '',
      familyName: row.familyName ?? rest.join(' '),
    },
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.status !== 'Inactive',
    roles: [{ value: row.role, primary: true }],
    groups: row.groups.map((group) => reference(group, `${base}/Groups`)),
    meta: metaOf('User', `${base}/Users/${row.uuid}`, row.createdAt),
  }
}

export const groupOf = (row: GroupRow, base: Base): ScimGroup => ({
  schemas: [scimSchemas.group],
  id: row.uuid,
  ...(row.externalId !== null && { externalId: row.externalId }),
  displayName: row.name,
  members: row.members.map((member) => memberReference(member, base)),
  meta: metaOf('Group', `${base}/Groups/${row.uuid}`, row.createdAt),
})

export const memberReference = (member: { uuid: string; name: string }, base: Base) =>
  reference(member, `${base}/Users`)

const reference = ({ uuid, name }: { uuid: string; name: string }, under: string) => ({
  value: uuid,
  display: name,
  $ref: `${under}/${uuid}`,
})

const metaOf = (resourceType: string, location: string, created: Date) => ({
  resourceType,
  location,
  created: created.toISOString(),
})

export interface Projection {
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

/** RFC 7644 §3.9, by whole attributes: 'name.givenName' returns name. */
export function project<T extends object>(resource: T, { attributes, excludedAttributes }: Projection): T {
  if (attributes === undefined && excludedAttributes === undefined) return resource
  const [included, excluded] = [namesIn(attributes), namesIn(excludedAttributes)]
  const isKept = (name: string) =>
    always.has(name) || (attributes === undefined ? !excluded.has(name) : included.has(name))
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name.toLowerCase()))) as T
}

export const includesMembers = ({ attributes, excludedAttributes }: Projection): boolean =>
  attributes === undefined ? !namesIn(excludedAttributes).has('members') : namesIn(attributes).has('members')

const always = new Set(['id', 'schemas'])
const namesIn = (list = '') =>
  new Set(list.split(',').map((name) => attributeOf(name.trim()).split('.', 1)[0]!))
