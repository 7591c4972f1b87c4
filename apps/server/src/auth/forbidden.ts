import type { Permission, Role, TokenAccess } from '@assay/contract/permissions.ts'
import { Problem } from '#platform/http/problem.ts'

/** What is missing from a caller's permissions. */
export type Requirement =
  | `the permission '${Permission}'${'' | ` in ${string}`}`
  | `the role '${Role}' in the account`
  | 'being its creator'
  | 'an API token for the whole account'
  | `a login ${'instead of an API token' | `or an API token with ${TokenAccess} access`}`

/** 403 for conditions beyond the endpoint's permission: "Sharing views requires the permission 'reports.edit'". */
export const forbidden = (action: string, requirement: Requirement) =>
  new Problem(403, 'forbidden', `${action} requires ${requirement}`)
