import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { withLaterSchemas } from './lazy-schemas.ts'

const changed = (code: string) =>
  withLaterSchemas(
    code,
    parseSync('of.ts', code).program as unknown as Parameters<typeof withLaterSchemas>[1],
  )

const later = (schema: string) => `/*#__PURE__*/ lazySchema(() => ${schema})`

test.each([
  ['const Name = z.string()', `const Name = ${later('z.string()')}`],
  ['const Page = { limit: Limit.default(5) }', `const Page = { limit: ${later('Limit.default(5)')} }`],
  [
    'const Filters = { name: absent(z.string()), page: numberOr(1, 100) }',
    `const Filters = { name: ${later('absent(z.string())')}, page: ${later('numberOr(1, 100)')} }`,
  ],
  [
    'const x = { body: someOf(z.object({ a: Flag.optional() })) }',
    `const x = { body: ${later('someOf(z.object({ a: Flag.optional() }))')} }`,
  ],
])('%s is made when it is used', (code, expected) => {
  expect(changed(code)).toBe(expected)
})

test.each([
  'const Form = form({ file: FilePart })',
  'const Posted = z.object({}).register(mediaTypes, { mediaType: postedForm })',
  'const x = { body: z.object({}).register(mediaTypes, { mediaType }).optional() }',
  'const names = Object.keys(all)',
  'const make = () => ({ name: z.string() })',
  'const x = { responses: { 204: noContent, 404: z.null() } }',
])('%s stays as it is', (code) => {
  expect(changed(code)).toBe(code)
})

test('successful responses are not checked', () => {
  expect(changed('const x = { responses: { 200: z.array(Item), 201: Item, 404: z.null() } }')).toBe(
    'const x = { responses: { 200: anyJson, 201: anyJson, 404: z.null() } }',
  )
})
