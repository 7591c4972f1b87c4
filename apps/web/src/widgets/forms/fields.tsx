import type { ComponentProps } from 'react'
import type { z } from 'zod'
import { TextField } from '../../ui/text-field.tsx'
import type { FieldErrors } from './form-model.ts'

type Field = Omit<ComponentProps<typeof TextField>, 'name' | 'error'>
type Values = Readonly<Record<string, unknown>>

/** Text fields of a form by name, in their order: what their schema does not say. */
export type FieldsOf<S extends z.ZodObject> = { readonly [Name in keyof z.input<S>]?: Field }

interface Props<S extends z.ZodObject> {
  schema: S
  fields: FieldsOf<S>
  /** Values at first, of any object that has some of the fields. */
  values?: object | null | undefined
  errors: FieldErrors
  isReadOnly?: boolean
}

/** The text fields of a schema; those that cannot be empty are required. */
export function Fields<S extends z.ZodObject>({
  schema,
  fields,
  values,
  errors,
  isReadOnly = false,
}: Props<S>) {
  const errorOf = new Map(Object.entries(errors))
  const valueOf = new Map(Object.entries((values ?? {}) as Values))
  const schemaOf = new Map(Object.entries(schema.shape))
  return Object.entries<Field | undefined>(fields).map(([name, field]) => (
    <TextField
      key={name}
      name={name}
      autoComplete="off"
      defaultValue={textOf(valueOf.get(name))}
      readOnly={isReadOnly}
      isRequired={!(schemaOf.get(name) as z.ZodType).safeParse('').success}
      error={errorOf.get(name)}
      {...field!}
    />
  ))
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
