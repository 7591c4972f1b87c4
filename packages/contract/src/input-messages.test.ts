import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { namesField } from './field-issues.ts'
import { messagesFor } from './input-messages.ts'

const parts = Object.entries(contract).flatMap(([tag, group]) =>
  Object.entries(group as Record<string, Endpoint>).flatMap(([name, { query, body }]) => [
    ...(query ? [{ id: `${tag}.${name}`, part: 'query', schema: query as z.ZodType }] : []),
    ...(body ? [{ id: `${tag}.${name}`, part: 'body', schema: body }] : []),
  ]),
)

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** The paths of all fields; '0' is a list item, 'key' any key of a record. */
function fieldsOf(schema: z.ZodType): string[][] {
  const found = (node: JsonSchema, path: string[]): string[][] => [
    path,
    ...Object.entries(node.properties ?? {}).flatMap(([name, each]) => found(each, [...path, name])),
    ...(typeof node.additionalProperties === 'object'
      ? found(node.additionalProperties, [...path, 'key'])
      : []),
    ...(node.items ? found(node.items, [...path, '0']) : []),
    ...(node.anyOf ?? []).flatMap((each) => found(each, path)),
  ]
  return found(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
}

const long = 'x'.repeat(500_000)
const hostile = [
  undefined,
  null,
  '',
  ' ',
  'no such value',
  long,
  'a,'.repeat(300),
  0,
  -1,
  1.5,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  false,
  [],
  [null],
  ['', ''],
  Array.from({ length: 2e4 }, () => 'x'),
  {},
  { unknown: 1 },
  { '': null },
]

/** Absent values, empty lists, blank strings (which are trimmed), and objects, which may lack a field. */
const isAbsent = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isAbsent)
  return (
    value === undefined || typeof value === 'object' || (typeof value === 'string' && value.trim() === '')
  )
}

const inputWith = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value)

/** Typical wording of the validator itself. */
const isRaw = (message: string): boolean =>
  /\b(?:expected|received|undefined|NaN|Infinity|null)\b|\b[Ii]nvalid (?:input|option|string|number|key|value|U|I|e)|Too (?:big|small)|Unrecognized|pattern|[<>]=?|of another type$/.test(
    message.replace(/^[\w.]+ /, ''),
  )

const issuesOf = ({ schema, part }: (typeof parts)[number], value: unknown) =>
  schema.safeParse(value, { error: messagesFor(part) }).error?.issues ?? []

test.each(parts)('$id: messages for the $part are written for users', (each) => {
  const fields = fieldsOf(each.schema)
  const found = fields.flatMap((path) =>
    hostile.flatMap((value) => issuesOf(each, inputWith(path, value)).map(({ message }) => message)),
  )
  const wrong = [...new Set(found)].filter((message) => isRaw(message) || !/^.{9,}$/.test(message))
  expect(wrong).toEqual([])
  // An empty object or a wrong type must be rejected somewhere, otherwise the test checked nothing.
  expect(fields.length === 1 || found.length > 0).toBe(true)
})

/** Sets a value at the path of a field. */
const present = hostile.filter((value) => !isAbsent(value))

test.each(parts)('$id: a present value in the $part is never reported as missing', (each) => {
  const wrong = fieldsOf(each.schema)
    .filter((path) => path.length > 0)
    .flatMap((path) =>
      present.flatMap((value) =>
        issuesOf(each, inputWith(path, value))
          .filter((issue) => issue.path.join('.') === path.join('.'))
          .filter(({ message }) => /(?<!invalid or )missing|not provided/.test(message))
          .map(({ message }) => `${path.join('.')} = ${JSON.stringify(value)?.slice(0, 30)}: ${message}`),
      ),
    )
  expect(wrong).toEqual([])
})

describe('validation messages', () => {
  const issueOf = (schema: z.ZodType, value: unknown) => issuesOf({ id: '', part: 'body', schema }, value)[0]!
  const { create } = contract.policies
  const { query } = contract.metrics.security

  test.each<[string, z.ZodType, unknown]>([
    ['limit must be a number', query, { limit: 'many' }],
    ['limit must be a whole number', query, { limit: '1.5' }],
    ['limit must be at most 500', query, { limit: 501 }],
    ['startDate must be a date, such as 2026-01-31', query, { startDate: 'today' }],
    ['teamUUID must be a UUID', query, { teamUUID: 'mine' }],
    ['cache must be true or false', query, { cache: 'perhaps' }],
    ['direction must be one of asc, desc', query, { direction: 'up' }],
    ['licenses is missing', create.body, { name: 'x', mode: 'DENY' }],
    ['mode is missing', create.body, { name: 'x', mode: null, licenses: [] }],
    ['licenses must be a list', create.body, { name: 'x', mode: 'DENY', licenses: 'MIT' }],
    ['licenses.0 must be text', create.body, { name: 'x', mode: 'DENY', licenses: [7] }],
    ['name must have at most 200 characters', create.body, { name: long, mode: 'DENY', licenses: [] }],
    ['active must be true or false', create.body, { name: 'x', mode: 'DENY', licenses: [], active: 'x' }],
    ['The body is missing', create.body, undefined],
    ['The body must be an object', create.body, 'text'],
    [
      'file must have at least 1 item',
      contract.uploads.folderIntoNew.body,
      { file: [], branch: 'b', url: 'u' },
    ],
    ['teamUuid must be a UUID', contract.uploads.intoNew.body.pick({ teamUuid: true }), { teamUuid: 'x' }],
  ])('%s', (message, schema, value) => {
    const issue = issueOf(schema, value)
    expect(issue.message).toBe(message)
    expect(namesField(issue.path, message)).toBe(issue.path.length > 0)
  })

  const missing = 'Some parameters necessary for the request are missing.'
  test.each<[string, z.ZodType, string]>([
    [missing, contract.credentials.login.body, 'email'],
    [missing, contract.credentials.login.body, 'password'],
    [missing, contract.members.add.body, 'email'],
    [missing, contract.members.setPrimaryTeam.query, 'teamuuid'],
    [missing, contract.reauthentication.confirm.body, 'password'],
    ['Required information not provided.', contract.accounts.create.body, 'name'],
    ['Required information not provided.', contract.accounts.create.body, 'email'],
    ['The name is missing', contract.tokens.create.body, 'name'],
    ['The branch is missing', contract.uploads.intoNew.body, 'branch'],
    ['The URL is missing', contract.uploads.intoNew.body, 'url'],
    ['The URL is missing', contract.projects.create.body, 'url'],
    ['The file is missing', contract.uploads.intoNew.body, 'file'],
  ])('%s: the same message for an absent key as for an empty one', (message, schema, name) => {
    for (const input of [{}, { [name]: null }, { [name]: '' }])
      expect(issuesOf({ id: '', part: 'body', schema }, input).map((issue) => issue.message)).toContain(
        message,
      )
  })
})
