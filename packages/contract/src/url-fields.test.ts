import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

const address = 'https://example.org/path'
const dirty = 'https://user:secret@example.org/path'

/** Names of the fields of all requests, with their schemas. */
const fields = Object.entries(contract).flatMap(([tag, group]) =>
  Object.entries(group as Record<string, Endpoint>).flatMap(([name, { body, query }]) =>
    [body, query].flatMap((schema) => (schema ? fieldsOf(schema, `${tag}.${name}`) : [])),
  ),
)

function fieldsOf(schema: z.core.$ZodType, name: string): { name: string; schema: z.core.$ZodType }[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as z.core.$ZodShape).flatMap(([key, each]) =>
      fieldsOf(each, `${name}.${key}`),
    )
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, `${name}[]`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => fieldsOf(each, name))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap(), name)
  return [{ name, schema }]
}

/** Accepts addresses and no other texts. */
const isAddress = (schema: z.core.$ZodType) =>
  z.safeParse(schema, address).success &&
  ['no address', 'no-address-but-a-long-text'].every((text) => !z.safeParse(schema, text).success)

const addresses = fields.filter(({ schema }) => isAddress(schema))

test('the search finds the addresses', () => {
  const names = addresses.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'notificationChannels.create.address',
      'notifications.configure.slack.url',
      'registries.create.url',
      'jira.saveConfig.url',
    ]),
  )
})

test.each(addresses)('$name accepts no user name and password', ({ schema }) => {
  const parsed = z.safeParse(schema, dirty)
  expect(parsed.success && JSON.stringify(parsed.data).includes('secret')).toBe(false)
})
