import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadResult } from '../../../inventory.ts'
import { packageLock } from './package-lock.ts'

const fixtures = ['workspaces.v3', 'workspaces.v2', 'nested.v1'].map((name) =>
  readFileSync(new URL(`../../fixtures/package-lock/${name}.json`, import.meta.url), 'utf8'),
)
const encoder = new TextEncoder()
const path = 'package-lock.json'

function check({ inventory, issues }: ReadResult): void {
  if (inventory === null) {
    expect(issues?.length).toBeGreaterThan(0)
    return
  }
  const { components } = inventory
  const keys = components.map(({ name, version }) => `${name}\n${version}`)
  expect(new Set(keys).size).toBe(keys.length)
  for (const [index, { name, version, requiredBy }] of components.entries()) {
    expect(typeof name === 'string' && name !== '' && typeof version === 'string').toBe(true)
    expect(new Set(requiredBy).size).toBe(requiredBy.length)
    expect(requiredBy.every((by) => by !== index && components[by] !== undefined)).toBe(true)
  }
  for (const issue of inventory.issues) expect(issue.where).toMatch(/^package-lock\.json/)
}

/** Replaces the n-th value of a JSON document, in the order of JSON.parse's reviver. */
function replaceNth(text: string, count: number, by: unknown): string {
  let total = 0
  JSON.parse(text, (_, value: unknown) => (total++, value))
  const at = count % total
  let seen = 0
  return JSON.stringify(JSON.parse(text, (_, value: unknown) => (seen++ === at ? by : value))) ?? ''
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    true,
    0,
    '',
    [],
    {},
    'npm:a@1',
    'npm:@a',
    'git+https://a',
    'file:a',
    '\ud800',
    '__proto__',
  ),
  fc.dictionary(fc.constantFrom('', 'node_modules/a', 'a', '__proto__', 'version', 'link'), fc.jsonValue()),
)

test('reads or rejects a lockfile with replaced values', () => {
  const change = fc.tuple(fc.nat(), odd)
  fc.assert(
    fc.property(
      fc.constantFrom(...fixtures),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      (text, changes) => {
        const changed = changes.reduce(
          (at, [count, by]) => (at === '' ? at : replaceNth(at, count, by)),
          text,
        )
        check(packageLock.read({ path, bytes: encoder.encode(changed) }))
      },
    ),
    { numRuns: 500 },
  )
})

test('reads or rejects a lockfile with corrupted bytes', () => {
  const change = fc.tuple(fc.nat(), fc.nat({ max: 255 }))
  fc.assert(
    fc.property(
      fc.constantFrom(...fixtures),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      (text, changes) => {
        const bytes = encoder.encode(text)
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte
        check(packageLock.read({ path, bytes }))
      },
    ),
    { numRuns: 500 },
  )
})

test('reads packages at arbitrary install paths', () => {
  const part = fc.constantFrom(
    'node_modules/',
    'node_modules',
    '/',
    'a',
    '@a/b',
    '..',
    '',
    'x',
    '__proto__',
    '~',
  )
  const folder = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
  const entry = fc.record(
    {
      version: fc.oneof(fc.constantFrom('1.0.0', 'file:a', ''), fc.jsonValue()),
      link: fc.boolean(),
      dependencies: fc.dictionary(fc.constantFrom('a', '@a/b', 'x', '__proto__', ''), fc.constant('1')),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.dictionary(folder, entry), (packages) => {
      const text = JSON.stringify({ lockfileVersion: 3, packages })
      const result = packageLock.read({ path, bytes: encoder.encode(text) })
      expect(result.inventory).not.toBeNull()
      check(result)
    }),
    { numRuns: 500 },
  )
})
