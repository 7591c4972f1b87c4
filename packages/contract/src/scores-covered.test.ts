import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

type Schema = Record<string, unknown>

/** A number that stands for how safe a scan is. */
const scoreNames = new Set([
  'score',
  'scores',
  'securityScore',
  'stabilityScore',
  'licensingScore',
  'performanceScore',
])
const domains = ['security', 'stability', 'licensing']

const hasScore = (names: readonly string[], path: string) =>
  // Minimums are settings, and CVSS rates a vulnerability.
  !/minimum|cvss/i.test(path) &&
  !names.includes('coverage') &&
  (names.some((name) => scoreNames.has(name)) || domains.every((name) => names.includes(name)))

/** PASS is as little worth as a score, without what it is about. */
const hasVerdict = (properties: Record<string, Schema>) =>
  ['outcome', 'computedOutcome'].some((name) => JSON.stringify(properties[name] ?? {}).includes('"PASS"'))

/** What says how much a score was computed from: of a scan, or of an average. */
const isCovered = (names: readonly string[]) =>
  (names.includes('coverage') && names.includes('measured')) || names.includes('measuredRows')

/** Addresses of objects with a score that neither they nor what they are in has the coverage of. */
function uncovered(schema: Schema, path: string, isInside: boolean): string[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const names = Object.keys(properties)
  const isHere = isInside || isCovered(names)
  const isShown = hasScore(names, path) || (!names.includes('coverage') && hasVerdict(properties))
  const own = isShown && !isHere && !isMeasured(properties) ? [path] : []
  const parts: [string, unknown][] = [
    ...Object.entries(properties).map(([name, value]): [string, unknown] => [`.${name}`, value]),
    ['[]', schema['items']],
    ['{}', schema['additionalProperties']],
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      ((schema[key] ?? []) as Schema[]).map((value): [string, unknown] => ['', value]),
    ),
  ]
  return [
    ...own,
    ...parts.flatMap(([name, value]) =>
      typeof value === 'object' && value !== null ? uncovered(value as Schema, path + name, isHere) : [],
    ),
  ]
}

/** `measured` itself has a flag for each domain. */
const isMeasured = (properties: Record<string, Schema>) =>
  domains.every((name) => properties[name]?.['type'] === 'boolean')

test('every answer with a score or an outcome has its coverage, and whether it was measured, beside it', () => {
  const found = Object.entries(contract).flatMap(([tag, group]) =>
    Object.entries(group as Record<string, Endpoint>).flatMap(([name, { responses }]) =>
      Object.values(responses).flatMap((response) => {
        const schema = z.toJSONSchema(response, { unrepresentable: 'any', reused: 'inline', io: 'output' })
        return uncovered(inline(schema), `${tag}.${name}`, false)
      }),
    ),
  )
  expect(found).toEqual([])
})

test('a score without coverage is found wherever it is', () => {
  const measured = z.object({ security: z.boolean(), stability: z.boolean(), licensing: z.boolean() })
  const of = (schema: z.ZodType) => uncovered(z.toJSONSchema(schema, { reused: 'inline' }), 'x', false)
  expect(of(z.array(z.object({ securityScore: z.int() })))).toEqual(['x[]'])
  expect(of(z.object({ a: z.object({ score: z.int() }).nullable() }))).toEqual(['x.a'])
  expect(of(z.object({ last: z.object({ outcome: z.enum(['PASS', 'FAIL']) }) }))).toEqual(['x.last'])
  expect(of(z.object({ coverage: z.int(), measured, rows: z.object({ score: z.int() }) }))).toEqual([])
})

/** With the schemas of named objects in their places. */
function inline(root: Schema): Schema {
  const definitions = (root['$defs'] ?? {}) as Record<string, Schema>
  const resolve = (value: unknown, seen: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => resolve(each, seen))
    if (typeof value !== 'object' || value === null) return value
    const reference = (value as Schema)['$ref']
    // A property may have this name, too.
    const name = typeof reference === 'string' ? reference.split('/').at(-1) : undefined
    if (name !== undefined) return seen.includes(name) ? {} : resolve(definitions[name], [...seen, name])
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, seen)]))
  }
  return resolve(root, []) as Schema
}
