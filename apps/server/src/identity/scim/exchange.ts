import type { contract } from '@assay/contract/contract.ts'
import { withField } from '@assay/contract/field-issues.ts'
import { messagesFor } from '@assay/contract/input-messages.ts'
import { maxScimPage, scimSchemas } from '@assay/contract/scim.ts'
import type { z } from 'zod'
import type { AppContext } from '#context.ts'
import { forbidden } from '#auth/forbidden.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Handlers } from '#auth/router/handler.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { parseFilter } from './parse-filter.ts'
import { scimProblem } from './scim-problem.ts'

/** A group of SCIM endpoints. */
export type ScimHandlers = Partial<Handlers<typeof contract.scim>>
export type ScimContext = Omit<AppContext, 'routes'>

/** Base URL of SCIM. */
export const baseOf = ({ config }: ScimContext): string => `${publicAddress(config)}/api/v1/scim`

/** Provisioning concerns whole accounts: team and project tokens are rejected. */
export function scopeOf({ scope }: Caller): Scope {
  if (scope.teams === 'all' && scope.project === null) return scope
  throw forbidden('Provisioning', 'an API token for the whole account')
}

export function readPatched<S extends z.ZodType>(schema: S, patched: object): z.output<S> {
  const result = schema.safeParse(patched, { error: messagesFor('resource') })
  if (result.success) return result.data
  throw scimProblem('invalidValue', withField(result.error.issues[0]!))
}

export interface ListQuery {
  filter?: string | undefined
  startIndex: number
  count: number
}

export const readPage = ({ filter, startIndex, count }: ListQuery) => ({
  filter: filter === undefined || filter.trim() === '' ? null : parseFilter(filter),
  // RFC 7644 §3.4.2.4: startIndex below 1 means 1, and a negative count means 0.
  offset: Math.min(Math.max(startIndex, 1), 1_000_000) - 1,
  limit: Math.min(Math.max(count, 0), maxScimPage),
})

export const pageOf = <T>(Resources: T[], { total, startIndex }: { total: number; startIndex: number }) => ({
  schemas: [scimSchemas.list],
  totalResults: total,
  startIndex,
  itemsPerPage: Resources.length,
  Resources,
})
