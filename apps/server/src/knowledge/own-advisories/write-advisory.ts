import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { lockOwnAdvisory, type OsvDocument, type OwnAdvisoryRow, saveVersion } from './store.ts'

interface Writing {
  before: OwnAdvisoryRow | undefined
  document: OsvDocument
}

/** Stores the next version of an advisory, of which an event tells. */
export async function writeAdvisory(
  tx: Tx,
  { scope, memberUuid }: Caller,
  { before, document }: Writing,
): Promise<OwnAdvisoryRow> {
  const row = await saveVersion(tx, scope, {
    uuid: before?.uuid ?? randomUUID(),
    document,
    version: (before?.version ?? 0) + 1,
    withdrawnAt: withdrawnAtOf(document),
    memberUuid,
  })
  const { uuid: ownAdvisoryUuid, id, version, withdrawnAt } = row
  const payload = { ownAdvisoryUuid, id, version, isWithdrawn: withdrawnAt !== null, memberUuid }
  await writeEvents(tx, scope.accountUuid, [{ type: 'own-advisory.changed', payload }])
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
  caller: Caller,
  documents: readonly OsvDocument[],
): Promise<Imported> {
  const imported: Imported = { created: [], changed: [], unchanged: [] }
  for (const document of documents.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const before = await lockOwnAdvisory(tx, caller.scope, { id: document.id })
    const isSame = before !== undefined && isDeepStrictEqual(contentOf(before.document), contentOf(document))
    if (!isSame) await writeAdvisory(tx, caller, { before, document })
    imported[isSame ? 'unchanged' : before ? 'changed' : 'created'].push(document.id)
  }
  return imported
}

/** Without the time of the last change. */
const contentOf = ({ modified: _modified, ...content }: OsvDocument) =>
  JSON.parse(JSON.stringify(content)) as unknown
