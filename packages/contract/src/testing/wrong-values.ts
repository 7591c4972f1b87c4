import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'

// Values that an endpoint must reject, derived from its schemas.

export interface WrongValue {
  part: 'query' | 'body'
  path: string[]
  why: 'missing' | 'of a wrong type' | 'too long' | 'out of range'
  /** undefined leaves the field out. */
  value: unknown
}

interface JsonSchema {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  required?: string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

interface Field {
  part: WrongValue['part']
  path: string[]
  isRequired: boolean
  /** The value must match one of them. */
  schemas: JsonSchema[]
}

export const wrongValuesOf = ({ query, body }: Endpoint): WrongValue[] =>
  [...fieldsOf('query', query), ...fieldsOf('body', body)].flatMap((field) => [
    ...missing(field),
    ...ofWrongType(field),
    ...outOfBounds(field),
  ])

function fieldsOf(part: WrongValue['part'], schema: z.ZodType | undefined): Field[] {
  if (!schema) return []
  const found = (
    { required = [], properties = {}, items, anyOf = [] }: JsonSchema,
    path: string[],
  ): Field[] => [
    ...Object.entries(properties).flatMap(([name, node]) =>
      fieldAt(node, [...path, name], required.includes(name)),
    ),
    ...(items ? fieldAt(items, [...path, '0'], false) : []),
    ...anyOf.flatMap((node) => found(node, path)),
  ]
  const fieldAt = (node: JsonSchema, path: string[], isRequired: boolean): Field[] => [
    { part, path, isRequired, schemas: optionsOf(node) },
    ...found(node, path),
  ]
  return found(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
}

const optionsOf = (node: JsonSchema): JsonSchema[] => node.anyOf?.flatMap(optionsOf) ?? [node]

function missing({ part, path, isRequired, schemas }: Field): WrongValue[] {
  if (!isRequired) return []
  const values = [
    undefined,
    ...(part === 'body' && schemas.every(({ type }) => type !== undefined && type !== 'null') ? [null] : []),
    ...(schemas.every(({ minLength = 0 }) => minLength > 0) ? [''] : []),
  ]
  return values.map((value) => ({ part, path, why: 'missing', value }))
}

/** Query values are always text. */
function ofWrongType({ part, path, schemas }: Field): WrongValue[] {
  const isTyped = ({ type, enum: values, const: value }: JsonSchema) =>
    type !== undefined || values !== undefined || value !== undefined
  const isText = ({ type, enum: values, const: value, format }: JsonSchema) =>
    type === 'string' && values === undefined && value === undefined && format === undefined
  const isList = ({ type }: JsonSchema) => type === 'array'
  if (!schemas.every(isTyped)) return []
  const values = [
    ...(schemas.some(isText) ? [] : ['no such value']),
    ...(part === 'query' ? [] : [schemas.some(isList) ? { nested: 1 } : [{ nested: 1 }]]),
  ]
  return values.map((value) => ({ part, path, why: 'of a wrong type', value }))
}

function outOfBounds({ part, path, schemas: [schema = {}, ...others] }: Field): WrongValue[] {
  if (others.length > 0) return []
  const { type, enum: values, const: value, maxLength, maxItems, minimum, maximum } = schema
  const isText = type === 'string' && values === undefined && value === undefined
  const of = (why: WrongValue['why'], wrong: unknown): WrongValue => ({ part, path, why, value: wrong })
  return [
    ...(isText && maxLength !== undefined ? [of('too long', 'x'.repeat(maxLength + 1))] : []),
    ...(maxItems === undefined
      ? []
      : [
          of(
            'too long',
            Array.from({ length: maxItems + 1 }, () => 'x'),
          ),
        ]),
    ...(minimum === undefined ? [] : [of('out of range', minimum - 1)]),
    ...(maximum === undefined ? [] : [of('out of range', maximum + 1)]),
  ]
}
