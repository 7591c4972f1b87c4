import type { ComponentProps } from 'react'
import type { z } from 'zod'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FieldErrors } from './form-model.ts'

type Described<Props> = Omit<Props, 'name' | 'error' | 'defaultValue'>
type Text = Described<ComponentProps<typeof TextField>>
/** Has `rows`. */
type Lines = Described<ComponentProps<typeof TextArea>>
/** Has `options`. */
type Choice = Described<ComponentProps<typeof SelectField>>
type Field = Text | Lines | Choice
type Values = Readonly<Record<string, unknown>>

/** Fields of a form by name, in their order: what their schema does not say. */
export type FieldsOf<S extends z.ZodObject> = {
  readonly [Name in NamesOf<z.input<S>>]?: Field | undefined
}
type NamesOf<Input> = Input extends unknown ? keyof Input : never

interface Props<S extends z.ZodObject> {
  schema: S
  fields: FieldsOf<S>
  /** Values at first, of any object that has some of the fields. */
  values?: object | null | undefined
  errors: FieldErrors
  isReadOnly?: boolean
}

/** The described fields of a schema; those that cannot be empty are required. */
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
  return Object.entries<Field | undefined>(fields).map(([name, field]) => {
    if (!field) return null
    const defaultValue = textOf(valueOf.get(name))
    if ('options' in field)
      return <SelectField key={name} name={name} defaultValue={defaultValue} {...field} />
    const isRequired = !(schemaOf.get(name) as z.ZodType).safeParse('').success
    const common = { name, isRequired, readOnly: isReadOnly, error: errorOf.get(name) }
    return 'rows' in field ? (
      <TextArea key={name} defaultValue={defaultValue ?? ''} {...common} {...field} />
    ) : (
      <TextField key={name} autoComplete="off" defaultValue={defaultValue} {...common} {...field} />
    )
  })
}

/** Choices whose names are their values, or are looked up. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string = (value) => value,
) => values.map((value) => ({ value, label: labelOf(value) }))

/** Of an account, a project, a team. */
export const optionOf = ({ uuid, name }: { uuid: string; name: string }) => ({ value: uuid, label: name })

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
