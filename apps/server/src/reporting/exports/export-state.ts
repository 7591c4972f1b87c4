import { Problem } from '#platform/http/problem.ts'
import type { Run } from './run-store.ts'
import type { ExportRow } from './store.ts'

/** The run that wrote an export. */
export const runOf = ({ account_uuid: accountUuid, uuid, attempt }: ExportRow): Run => ({
  accountUuid,
  uuid,
  attempt,
})

export const failed = (reason: string | null) =>
  new Problem(409, 'exportFailed', reason ?? 'The export could not be written')
