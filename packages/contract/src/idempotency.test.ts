import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import { type Endpoint, mediaTypeOf } from './endpoint.ts'
import { idempotencyKeyPattern, acceptsIdempotencyKey } from './idempotency.ts'
import { openapi } from './openapi.ts'

const calls = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    id: `${group}.${name}`,
    endpoint,
  })),
)

const posts = calls.filter(({ endpoint }) => endpoint.method === 'POST')

test('every POST accepts a key or documents why it needs none, and no other endpoint does', () => {
  for (const { id, endpoint } of posts)
    expect([id, acceptsIdempotencyKey(endpoint) || (endpoint.repeatable ?? '').length > 10]).toEqual([
      id,
      true,
    ])
  const others = calls.filter(
    ({ endpoint }) => endpoint.method !== 'POST' && endpoint.repeatable !== undefined,
  )
  expect(others.map(({ id }) => id)).toEqual([])
})

test('endpoints that accept a key require a member and have a storable response', () => {
  const unfit = posts
    .filter(({ endpoint }) => acceptsIdempotencyKey(endpoint))
    .filter(({ endpoint: { permission, body, responses } }) => {
      const isStream = body !== undefined && mediaTypeOf(body) === 'application/octet-stream'
      return permission === 'public' || isStream || (responses[200] ?? responses[201]) === undefined
    })
  expect(unfit.map(({ id }) => id)).toEqual([])
})

test('endpoints that create something are not marked as repeatable', () => {
  const making = /\.(?:create|add|into|folderInto|register$|make)/
  const repeatable = posts.filter(({ id, endpoint }) => making.test(id) && endpoint.repeatable !== undefined)
  // No account exists yet, so there is no caller for a key; the emailed link works once.
  expect(repeatable.map(({ id }) => id)).toEqual(['credentials.register'])
})

test('all endpoints named create, add or upload accept a key', () => {
  const making = calls.filter(
    ({ id, endpoint }) => /\.(?:create|add|into|folderInto)/.test(id) && endpoint.method === 'POST',
  )
  expect(making.length).toBeGreaterThan(10)
  expect(making.filter(({ endpoint }) => !acceptsIdempotencyKey(endpoint)).map(({ id }) => id)).toEqual([])
})

test('the OpenAPI document lists the header for exactly these endpoints', () => {
  const { paths } = openapi(contract, '1') as {
    paths: Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>
  }
  const listed = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ parameters }) =>
      parameters.some((each) => each.in === 'header' && each.name === 'Idempotency-Key'),
    )
    .map(({ operationId }) => operationId)
  const expected = calls.filter(({ endpoint }) => acceptsIdempotencyKey(endpoint)).map(({ id }) => id)
  expect(listed.toSorted()).toEqual(expected.toSorted())
})

test.each([
  ['8e03978e-40d5-43dd-bc93-6894a57f9324', true],
  ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', true],
  ['', false],
  ['""', false],
  ['"a', false],
  ['a b', false],
  ['a, b', false],
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
])('%j as a key: %s', (text, isKey) => {
  expect(idempotencyKeyPattern.test(text)).toBe(isKey)
})
