import { readOwnAdvisory } from '@assay/engine/advisories/own/own-advisory.ts'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '#context.ts'
import type { Caller } from '#auth/scope.ts'
import { sendBranches, sendBranchesUsing } from '#knowledge/advisories/sync/affected-branches.ts'
import type { Tx } from '#platform/database/database.ts'
import { packagesOf } from './preview.ts'
import { listScanning } from './preview-store.ts'
import { lockOwnAdvisory, type OsvDocument, type OwnAdvisoryRow, saveVersion } from './store.ts'

interface Writing {
  before: OwnAdvisoryRow | undefined
  document: OsvDocument
}

/** Stores the next version of an advisory and has the branches rescanned that use a package of it, or did before. */
export async function writeAdvisory(
  tx: Tx,
  { queue, caller }: { queue: AppContext['queue']; caller: Caller },
  { before, document }: Writing,
): Promise<OwnAdvisoryRow> {
  const { scope } = caller
  const row = await saveVersion(tx, scope, {
    uuid: before?.uuid ?? randomUUID(),
    document,
    version: (before?.version ?? 0) + 1,
    withdrawnAt: withdrawnAtOf(document),
    memberUuid: caller.memberUuid,
  })
  const packages = [document, ...(before ? [before.document] : [])].flatMap((each) =>
    packagesOf(readOwnAdvisory(each).affected),
  )
  await sendBranchesUsing(
    tx,
    queue,
    packages.map((named) => ({ ...named, accountUuid: scope.accountUuid })),
  )
  await sendBranches(tx, queue, await listScanning(tx, scope))
  return row
}

const withdrawnAtOf = ({ withdrawn }: OsvDocument): Date | null => {
  const at = typeof withdrawn === 'string' ? new Date(withdrawn) : null
  return at && Number.isNaN(at.getTime()) ? new Date() : at
}

export interface Imported {
  created: string[]
  changed: string[]
  unchanged: string[]
}

/** Stores those that are new or differ from what is stored. */
export async function importAdvisories(
  tx: Tx,
  context: Parameters<typeof writeAdvisory>[1],
  documents: readonly OsvDocument[],
): Promise<Imported> {
  const imported: Imported = { created: [], changed: [], unchanged: [] }
  for (const document of documents.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const before = await lockOwnAdvisory(tx, context.caller.scope, { id: document.id })
    const isSame = before !== undefined && isDeepStrictEqual(contentOf(before.document), contentOf(document))
    if (!isSame) await writeAdvisory(tx, context, { before, document })
    imported[isSame ? 'unchanged' : before ? 'changed' : 'created'].push(document.id)
  }
  return imported
}

/** Without the time of the last change. */
const contentOf = ({ modified: _modified, ...content }: OsvDocument) =>
  JSON.parse(JSON.stringify(content)) as unknown
