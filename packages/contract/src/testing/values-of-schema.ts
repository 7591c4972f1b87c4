import * as fc from 'fast-check'
import type { z } from 'zod'

// Draws values that a JSON Schema of our OpenAPI document allows.

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  not?: JsonSchema
  uniqueItems?: boolean
  contentMediaType?: string
  dependentRequired?: Record<string, string[]>
}

interface Options {
  refs: Readonly<Record<string, JsonSchema>>
  /** In a query, every value is text. */
  isText: boolean
}

type Values = fc.Arbitrary<unknown>

export function valuesOf(schema: JsonSchema, options: Options): Values {
  const of = (each: JsonSchema) => valuesOf(each, options)
  const { $ref, anyOf, oneOf, allOf, type } = schema
  if ($ref) return of(options.refs[$ref.split('/').at(-1)!]!)
  if (schema.properties && (anyOf ?? oneOf ?? allOf)) return objectsOf(schema, of)
  if (anyOf ?? oneOf) return fc.oneof(...(anyOf ?? oneOf)!.map(of))
  if (allOf) return of(Object.assign({}, ...allOf) as JsonSchema)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => of({ ...schema, type: each })))
  return plainValues({ ...schema, type }, { of, ...options })
}

function plainValues(
  schema: Omit<JsonSchema, 'type'> & { type: string | undefined },
  { of, isText }: { of: (schema: JsonSchema) => Values } & Options,
): Values {
  switch (schema.type) {
    case 'string':
      return textsOf(schema)
    case 'integer':
    case 'number':
      return isText ? numbersOf(schema).map(String) : numbersOf(schema)
    case 'boolean':
      return isText ? fc.constantFrom('true', 'false') : fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return arraysOf(schema, of)
    case 'object':
      return objectsOf(schema, of)
    case undefined:
    default:
      return fc.constantFrom('text', 1, true, null, { a: 1 }, [1])
  }
}

function arraysOf(
  { items = {}, minItems = 0, maxItems = 3, uniqueItems }: Omit<JsonSchema, 'type'>,
  of: (schema: JsonSchema) => Values,
): Values {
  const lengths = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) }
  return uniqueItems ? fc.uniqueArray(of(items), lengths) : fc.array(of(items), lengths)
}

const samples: Readonly<Record<string, Values>> = {
  uuid: fc.uuid({ version: 4 }),
  date: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  'date-time': fc.constant('2026-01-31T12:00:00Z'),
  email: fc.constant('ann@example.org'),
  uri: fc.constant('https://example.org/a'),
}

function textsOf({
  format,
  pattern,
  minLength = 0,
  maxLength = 1000,
  contentMediaType,
}: Omit<JsonSchema, 'type'>): Values {
  if (contentMediaType === 'application/json') return fc.constant('{"a":1}')
  const known = format === undefined ? undefined : samples[format]
  if (known) return known
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength
  if (pattern !== undefined) return matching(new RegExp(pattern, 'u')).filter(fits)
  const lengths = { minLength, maxLength: Math.min(maxLength, minLength + 40) }
  return fc.string({ unit: 'grapheme-ascii', ...lengths }).map((text) => text.replaceAll(' ', '_'))
}

/** fast-check knows no lookarounds. */
const matching = (pattern: RegExp): fc.Arbitrary<string> =>
  /\(\?[=!<]/.test(pattern.source)
    ? fc.constantFrom(
        ...['a', 'main', '1.0', 'https://example.org/a', '/a'].filter((text) => pattern.test(text)),
      )
    : fc.stringMatching(pattern)

const numbersOf = ({
  type,
  minimum = -1_000_000,
  maximum = 1_000_000,
  exclusiveMinimum,
}: Omit<JsonSchema, 'type'> & { type: string | undefined }) =>
  type === 'integer'
    ? fc.integer({ min: exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1, max: maximum })
    : fc.double({ min: minimum, max: maximum, noNaN: true })

/** With `required`, and the names that one of the alternatives requires. */
function objectsOf(schema: Omit<JsonSchema, 'type'>, of: (schema: JsonSchema) => Values): Values {
  const { properties = {}, required = [], minProperties = 0 } = schema
  const fields = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, of(each)]))
  const objects = fc.record(fields, { requiredKeys: required })
  const fits = (value: object) =>
    Object.keys(value).length >= minProperties &&
    (schema.allOf ?? []).every((each) => holds(each, value)) &&
    !(schema.not?.anyOf ?? []).some((each) => each.required!.every((name) => name in value)) &&
    Object.entries(schema.dependentRequired ?? {}).every(
      ([name, others]) => !(name in value) || others.every((other) => other in value),
    )
  if (schema.oneOf ?? schema.anyOf) {
    const counted = (value: object) =>
      (schema.oneOf ?? schema.anyOf)!.filter((each) => (each.required ?? []).every((name) => name in value))
        .length
    return objects.filter(
      (value) => fits(value) && (schema.oneOf ? counted(value) === 1 : counted(value) > 0),
    )
  }
  if (Object.keys(properties).length === 0 && typeof schema.additionalProperties === 'object')
    return fc.dictionary(
      of(schema.propertyNames ?? { type: 'string', minLength: 1 }).map(String),
      of(schema.additionalProperties),
      {
        minKeys: minProperties,
        maxKeys: Math.max(minProperties, 3),
      },
    )
  return objects.filter(fits)
}

/** Whether a value meets the conditions that objects state about several properties. */
function holds(schema: JsonSchema, value: unknown): boolean {
  if (schema.not) return !holds(schema.not, value)
  if (schema.anyOf) return schema.anyOf.some((each) => holds(each, value))
  const fields = new Map(Object.entries(value ?? {}))
  return (
    (schema.required ?? []).every((name) => fields.has(name)) &&
    (schema.enum ?? [value]).includes(value) &&
    (!('const' in schema) || schema.const === value) &&
    (schema.type !== 'integer' || Number.isInteger(value)) &&
    (schema.minItems === undefined || (Array.isArray(value) && value.length >= schema.minItems)) &&
    (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(String(value))) &&
    Object.entries(schema.properties ?? {}).every(
      ([name, each]) => !fields.has(name) || holds(each, fields.get(name)),
    )
  )
}

/** One line for each different reason why a value is refused. */
export function acceptsInput(schema: z.ZodType, values: readonly unknown[]): string[] {
  const issues = values.flatMap((value) => {
    const { error } = schema.safeParse(value)
    return error
      ? [`${error.issues[0]!.path.join('.')} ${error.issues[0]!.message} <- ${JSON.stringify(value)}`]
      : []
  })
  return [...new Map(issues.map((issue) => [issue.split(' <- ')[0], issue.slice(0, 300)])).values()]
}
