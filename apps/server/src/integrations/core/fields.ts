import type { IntegrationField, IntegrationValues } from '@assay/contract/integrations.ts'
import type { Language } from '@assay/contract/languages.ts'
import { z } from 'zod'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { Integration } from './integration.ts'

interface Described {
  type?: string
  title?: string
  description?: string
  enum?: string[]
  writeOnly?: boolean
  minLength?: number
  /** Labels of a choice, in order. */
  optionTitles?: string[]
}

const propertiesOf = (schema: z.ZodObject): [string, Described][] =>
  Object.entries(
    (
      z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
        properties?: Record<string, Described>
      }
    ).properties ?? {},
  )

/** The form of an integration, derived from its settings schema. */
export function fieldsOf(schema: z.ZodObject): IntegrationField[] {
  return propertiesOf(schema).map(([name, described]) => ({
    name,
    label: described.title ?? name,
    hint: described.description ?? null,
    kind: kindOf(described),
    isRequired: (described.minLength ?? 0) > 0,
    options: (described.enum ?? []).map((value, index) => ({
      value,
      label: described.optionTitles?.[index] ?? value,
    })),
  }))
}

/** The same in a language. */
export function fieldsIn(
  language: Language,
  { settings, texts }: Pick<Integration, 'settings' | 'texts'>,
): IntegrationField[] {
  const fields = fieldsOf(settings)
  if (language === 'en') return fields
  return fields.map(({ name, options, ...field }) => {
    const text = ownProperty(texts[language].fields, name)
    const { label = field.label, hint = field.hint } = text ?? {}
    const labels = text?.options ?? {}
    const named = options.map((each) => ({ ...each, label: ownProperty(labels, each.value) ?? each.label }))
    return { ...field, name, label, hint, options: named }
  })
}

function kindOf({ type, writeOnly, enum: options }: Described): IntegrationField['kind'] {
  if (writeOnly) return 'secret'
  if (options) return 'choice'
  if (type === 'boolean') return 'switch'
  return type === 'integer' || type === 'number' ? 'number' : 'text'
}

export const secretNames = (schema: z.ZodObject): string[] =>
  fieldsOf(schema).flatMap(({ name, kind }) => (kind === 'secret' ? [name] : []))

export interface SplitSettings {
  settings: Record<string, unknown>
  secrets: Record<string, string>
}

/** Separates secrets from other settings. Empty secrets are dropped. */
export function splitSettings(schema: z.ZodObject, values: object): SplitSettings {
  const names = new Set(secretNames(schema))
  const entries = Object.entries(values)
  return {
    settings: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    secrets: Object.fromEntries(entries.filter(([name, value]) => names.has(name) && value !== '')),
  }
}

/** Form values: stored ones, otherwise defaults; never secrets. */
export function shownValues(
  schema: z.ZodObject,
  settings: Readonly<Record<string, unknown>>,
): IntegrationValues {
  const shown = fieldsOf(schema).flatMap(({ name, kind }) => {
    if (kind === 'secret') return []
    const value = ownProperty<unknown>(settings, name) ?? defaultOf(schema, name)
    return isShown(value) ? [[name, value] as const] : []
  })
  return Object.fromEntries(shown)
}

const isShown = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

const defaultOf = (schema: z.ZodObject, name: string): unknown =>
  ownProperty<z.ZodType>(schema.shape, name)?.safeParse(undefined).data
