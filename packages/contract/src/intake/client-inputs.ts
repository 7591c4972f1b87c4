import { z } from 'zod'
import { mediaTypes, multipartForm } from '../endpoint.ts'
import { optionalNameOf } from '../name.ts'

// Fields as clients of other products send them.

/** Absent, null and '' are the same. */
export const absent = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value) => (value === '' ? undefined : (value ?? undefined)))

/** Forms have only strings, and clients send 'true' in JSON as well. */
export const Switch = absent(
  z.union([
    z.boolean(),
    z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.enum(['true', 'false', '']))
      .transform((text) => text === 'true'),
  ]),
)

export const Name = absent(optionalNameOf(255))
export const ofJsonOrForm = <S extends z.ZodType>(schema: S): S => {
  mediaTypes.add(schema, { mediaType: 'application/json', alternatives: [multipartForm] })
  return schema
}

/** A number in a query; anything else is the fallback. */
export const numberOr = (min: number, fallback: number) =>
  z.coerce.number().int().min(min).catch(fallback).default(fallback)
