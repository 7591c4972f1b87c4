import { ownProperty } from '@assay/engine/own-property.ts'
import { z } from 'zod'
import { ItemStream } from './item-stream.ts'

/** A JSON object with members, at any depth, that are read in batches while it is sent. */
export class JsonStream<Template> {
  readonly template: Template
  constructor(template: Template) {
    this.template = template
  }
}

export const streamJson = <const Template extends object>(template: Template) => new JsonStream(template)

/** A body in which each list may be a stream. */
export type Streamable<Body> = Body extends readonly (infer Item)[]
  ? Body | ItemStream<Streamable<Item>>
  : Body extends object
    ? { [Name in keyof Body]: Streamable<Body[Name]> }
    : Body

/** Shorter responses are sent as one text, with Content-Length and a proper status on errors. */
export const maxTextLength = 1024 * 1024

/** Smaller chunks are combined. */
const minPieceLength = 64 * 1024

/** The body as compact JSON: a string if short, otherwise chunks. With a schema, each part is validated. */
export async function writeJson(
  body: JsonStream<unknown> | ItemStream<unknown>,
  schema: z.ZodType | null,
): Promise<string | AsyncGenerator<string>> {
  const pieces = joinShort(piecesOf(body instanceof JsonStream ? body.template : body, schema))
  let text = ''
  for (;;) {
    const piece = await pieces.next()
    if (piece.done) return text
    text += piece.value
    if (text.length > maxTextLength) return startingWith(text, pieces)
  }
}

/** The whole body as an object. */
export async function readStreamed(body: JsonStream<unknown>): Promise<unknown> {
  const pieces = await writeJson(body, null)
  return JSON.parse(typeof pieces === 'string' ? pieces : (await Array.fromAsync(pieces)).join(''))
}

async function* piecesOf(value: unknown, schema: z.ZodType | null): AsyncGenerator<string, void> {
  if (value instanceof ItemStream) yield* piecesOfItems(value.batches, schema && elementOf(schema))
  else if (holdsStream(value)) yield* piecesOfObject(value, schema)
  else {
    schema?.parse(value)
    yield JSON.stringify(value)
  }
}

async function* piecesOfItems(
  batches: AsyncIterable<readonly unknown[]>,
  schema: z.ZodType | null,
): AsyncGenerator<string, void> {
  let separator = '['
  for await (const items of batches) {
    for (const part of items.some(holdsStream) ? items.map((item) => [item]) : [items]) {
      if (part.length === 0) continue
      yield separator
      yield* part.some(holdsStream) ? piecesOf(part[0], schema) : [textOf(part, schema)]
      separator = ','
    }
  }
  yield separator === '[' ? '[]' : ']'
}

function textOf(items: readonly unknown[], schema: z.ZodType | null): string {
  if (schema) for (const item of items) schema.parse(item)
  return items.map((item) => JSON.stringify(item)).join(',')
}

async function* piecesOfObject(object: object, schema: z.ZodType | null): AsyncGenerator<string, void> {
  let separator = '{'
  for (const [name, member] of Object.entries(object)) {
    yield `${separator}${JSON.stringify(name)}:`
    yield* piecesOf(member, schema && memberOf(schema, name))
    separator = ','
  }
  yield '}'
}

/** Looks into objects but not arrays: a list with streams in its items is a stream itself. */
function holdsStream(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).some((member) => member instanceof ItemStream || holdsStream(member))
}

function elementOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return elementOf(schema.unwrap() as z.ZodType)
  throw new Error('Only lists can be sent as items')
}

function memberOf(schema: z.ZodType, name: string): z.ZodType {
  const member = schema instanceof z.ZodObject && ownProperty<unknown>(schema.shape, name)
  if (member instanceof z.ZodType) return member
  throw new Error(`The response schema has no property '${name}'`)
}

async function* joinShort(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < minPieceLength) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

async function* startingWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield first
  yield* rest
}
