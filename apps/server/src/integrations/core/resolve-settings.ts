import { namesField, withoutField } from '@assay/contract/field-issues.ts'
import { messagesFor } from '@assay/contract/input-messages.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { fieldsOf, splitSettings, type SplitSettings } from './fields.ts'
import type { Integration } from './integration.ts'
import { openSecrets } from './setup.ts'
import { findSetup } from './setup-store.ts'

export interface ResolvedSettings extends SplitSettings {
  /** Settings and secrets combined, as the integration expects them. */
  all: Record<string, unknown>
}

/**
 * Merges submitted over stored settings. Stored secrets are never used for another address. Throws Problem 400 by the
 * schema of the integration.
 */
export async function resolveSettings(
  { db, vault }: Pick<AppContext, 'vault'> & { db: Database },
  scope: Scope,
  { integration, input }: { integration: Integration; input: object },
): Promise<ResolvedSettings> {
  const { id, settings: schema } = integration
  const row = await findSetup(db, scope, id)
  const before = { settings: row?.settings ?? {}, secrets: row ? openSecrets({ vault }, scope, row) : {} }
  const requested = splitSettings(schema, input)
  const settings = { ...before.settings, ...requested.settings }
  const merged = { ...settings, ...before.secrets, ...requested.secrets }
  const parsed = schema.safeParse(merged, { error: messagesFor('body') })
  if (!parsed.success) throw rejection(integration, parsed.error.issues)
  const isElsewhere =
    row !== undefined &&
    integration.addressOf(schema.parse({ ...before.settings, ...before.secrets, ...requested.secrets })) !==
      integration.addressOf(parsed.data)
  if (isElsewhere && Object.keys(before.secrets).some((name) => !Object.hasOwn(requested.secrets, name)))
    throw new Problem(400, 'secretMissing', 'The URL has changed: enter the secrets again')
  return { ...splitSettings(schema, parsed.data), all: parsed.data }
}

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

function rejection({ settings }: Integration, issues: readonly Issue[]): Problem {
  const fields = new Map(fieldsOf(settings).map((field) => [field.name, field]))
  const details = issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message }))
  const [first] = issues
  const field = fields.get(String(first?.path[0]))
  const message = first && field ? withLabel(field.label, first) : (first?.message ?? 'The body is invalid')
  return new Problem(400, field?.kind === 'secret' ? 'secretMissing' : 'invalidInput', message).withDetails(
    details,
  )
}

/** 'API key is missing', but 'API key: …' before a complete sentence. */
const withLabel = (label: string, { path, message }: Issue) =>
  namesField(path, message) ? `${label} ${withoutField(path, message)}` : `${label}: ${message}`

/** Names of the stored secrets. */
export const storedSecrets = (secrets: Record<string, string>, names: readonly string[]): string[] =>
  names.filter((name) => ownProperty(secrets, name) !== undefined)
