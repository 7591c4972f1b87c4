import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

/** Every field of what a call accepts, at any depth: 'teams.create name'. */
function fieldsOf(schema: z.ZodType | undefined, path = ''): [string, z.ZodType][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => [
      [`${path}${key}`, field as z.ZodType] as [string, z.ZodType],
      ...fieldsOf(field as z.ZodType, `${path}${key}.`),
    ])
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => fieldsOf(each as z.ZodType, path))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType, path)
  return []
}

const given = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries<Endpoint>(calls)
    .filter(([, { method }]) => method !== 'GET')
    .flatMap(([name, { query, body }]) =>
      [...fieldsOf(query), ...fieldsOf(body)].map(([field, schema]) => ({
        id: `${group}.${name} ${field}`,
        schema,
      })),
    ),
)

/** Names of what exists: unknown ones are rejected or match nothing. */
const looksUp =
  /^(?:reports|reportExports|jira|tickets|barista)\.\w+ .*|^eras\.\w+ (?:tag|branch)$|^notificationChannels\.\w+ room\.name$/

/** Names of what others have named: packages, files, attributes of a directory, which are made one line when they are stored. */
const named = /^(?:exclusions|gaps|overrides|registries|advisoryDatabases|knowledge|scim)\./

const names = given.filter(
  ({ id }) => /[ .](?:name|branch|tag)$/i.test(id) && !named.test(id) && !looksUp.test(id),
)

test('names are looked at in the calls that give one', () => {
  for (const id of [
    'accounts.create',
    'members.add',
    'tags.create',
    'teams.create',
    'uploads.intoNew',
    'tokens.create',
  ])
    expect([id, names.some((each) => each.id === `${id} name`)]).toEqual([id, true])
})

test.each(names)('$id is one line', ({ schema }) => {
  for (const bad of ['a\nb', 'a\r\nb', 'a\u2028b', 'a\u0000b', 'a\u001Bb', 'a\u202Eb'])
    expect([bad, schema.safeParse(bad).success]).toEqual([bad, false])
})
