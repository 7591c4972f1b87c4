import type { Issue, ScannedDocument } from '@assay/engine/inventory.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import type { RecordedGap } from './coverage-facts.ts'

// What scans of a branch repeat is stored once (scan_content), with the first of them. All other folders read the view
// `scan`. Rule results and images have the uuid of that scan, too.

export interface ScanContent {
  files: string[]
  documents: ScannedDocument[]
  issues: Issue[]
  /** Findings that are listed but not counted. */
  excluded: unknown[]
  gaps: RecordedGap[]
}

interface NewContent extends ScanContent {
  scanUuid: string
  branchUuid: string
}

export async function insertContents(tx: Tx, scope: Scope, contents: readonly NewContent[]): Promise<void> {
  if (contents.length === 0) return
  await tx
    .insertInto('scan_content')
    .values(
      contents.map(({ scanUuid, branchUuid, files, documents, issues, excluded, gaps }) => ({
        account_uuid: scope.accountUuid,
        scan_uuid: scanUuid,
        branch_uuid: branchUuid,
        files,
        documents: jsonText(documents),
        issues: jsonText(issues),
        excluded: jsonText(excluded),
        gaps: jsonText(gaps),
      })),
    )
    .execute()
}

/** Gaps as the row of a scan has them: null if they are those of its content. */
export const gapsBeside = (gaps: readonly RecordedGap[]): RawBuilder<string | null> =>
  sql`nullif(${jsonText(gaps)}::jsonb, ${contentGaps('scan_row')})`

/** Those of a scan's content. */
export const contentGaps = (scan: 'scan' | 'scan_row') => sql`(
  select content.gaps from scan_content content
  where content.account_uuid = ${sql.ref(`${scan}.account_uuid`)}
    and content.scan_uuid = ${sql.ref(`${scan}.content_uuid`)})`

/**
 * Removes scans of a locked branch, with the contents that no other scan has. Returns the scans under whose uuids these
 * were stored.
 */
export async function deleteRows(
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, uuids }: { branchUuid: string; uuids: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    delete from scan_row where account_uuid = ${accountUuid} and uuid = any(${[...uuids]}::uuid[])
    returning coalesce(content_uuid, uuid) as uuid`.execute(tx)
  const unused = await sql<{ uuid: string }>`
    select distinct uuid from unnest(${rows.map(({ uuid }) => uuid)}::uuid[]) given(uuid)
    where not exists (
      select from scan_row kept where kept.account_uuid = ${accountUuid} and kept.branch_uuid = ${branchUuid}
        and coalesce(kept.content_uuid, kept.uuid) = given.uuid)`.execute(tx)
  const gone = unused.rows.map(({ uuid }) => uuid)
  for (const table of ['scan_content', 'scan_image'])
    await sql`
      delete from ${sql.table(table)}
      where account_uuid = ${accountUuid} and scan_uuid = any(${gone}::uuid[])`.execute(tx)
  return gone
}
