import type { Issue, ScannedDocument } from '@assay/engine/inventory.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { storedLists } from './content-patch.ts'
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

type ListsOfScan = Record<'documents' | 'issues' | 'excluded' | 'gaps', readonly unknown[]>

interface NewContent extends ScanContent {
  scanUuid: string
  branchUuid: string
  /** That of the branch's last scan; null without one. */
  previousUuid: string | null
}

export async function insertContents(tx: Tx, scope: Scope, contents: readonly NewContent[]): Promise<void> {
  if (contents.length === 0) return
  const bases = await listBases(tx, scope, contents)
  await tx
    .insertInto('scan_content')
    .values(
      contents.map(({ scanUuid, branchUuid, previousUuid, files, documents, issues, excluded, gaps }) => {
        const stored = storedLists({ documents, issues, excluded, gaps }, bases.get(previousUuid))
        return {
          account_uuid: scope.accountUuid,
          scan_uuid: scanUuid,
          branch_uuid: branchUuid,
          files,
          base_uuid: stored.baseUuid,
          documents: jsonText(stored.lists.documents),
          issues: jsonText(stored.lists.issues),
          excluded: jsonText(stored.lists.excluded),
          gaps: jsonText(stored.lists.gaps),
        }
      }),
    )
    .execute()
}

interface Base extends ListsOfScan {
  /** The content of a last scan. */
  previousUuid: string
  baseUuid: string
}

/** The whole content behind each one of a last scan, by the latter. */
async function listBases(
  tx: Tx,
  { accountUuid }: Scope,
  contents: readonly NewContent[],
): Promise<Map<string | null, Base>> {
  const uuids = contents.map(({ previousUuid }) => previousUuid).filter((uuid) => uuid !== null)
  if (uuids.length === 0) return new Map()
  const { rows } = await sql<Base>`
    select previous.scan_uuid as "previousUuid", base.scan_uuid as "baseUuid", base.documents, base.issues,
      base.excluded, base.gaps
    from scan_content previous
    join scan_content base on base.account_uuid = previous.account_uuid
      and base.scan_uuid = coalesce(previous.base_uuid, previous.scan_uuid)
    where previous.account_uuid = ${accountUuid} and previous.scan_uuid = any(${uuids}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.previousUuid, row]))
}

/** Gaps as the row of a scan has them: null if they are those of its content. */
export const gapsBeside = (gaps: readonly RecordedGap[]): RawBuilder<string | null> =>
  sql`nullif(${jsonText(gaps)}::jsonb, ${contentGaps('scan_row')})`

/** Those of a scan's content. */
export const contentGaps = (scan: 'scan' | 'scan_row') => sql`(
  select case when base.scan_uuid is null then content.gaps else patched_list(base.gaps, content.gaps) end
  from scan_content content
  left join scan_content base on base.account_uuid = content.account_uuid and base.scan_uuid = content.base_uuid
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
  await sql`
    delete from scan_image where account_uuid = ${accountUuid} and scan_uuid = any(${gone}::uuid[])`.execute(
    tx,
  )
  for (const part of [sql`base_uuid is not null`, sql`base_uuid is null`])
    await sql`
      delete from scan_content content
      where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} and ${part}
        and not exists (
          select from scan_row kept where kept.account_uuid = content.account_uuid
            and kept.branch_uuid = content.branch_uuid and kept.content_uuid = content.scan_uuid)
        and not exists (
          select from scan_content patch where patch.account_uuid = content.account_uuid
            and patch.branch_uuid = content.branch_uuid and patch.base_uuid = content.scan_uuid)`.execute(tx)
  return gone
}
