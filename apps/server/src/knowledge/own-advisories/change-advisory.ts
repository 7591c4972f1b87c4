import type { OwnAdvisory as WireAdvisory } from '@assay/contract/own-advisories.ts'
import { type OwnAdvisory, writeOsv } from '@assay/engine/advisories/own/own-advisory.ts'
import type { Change } from '#auth/router/change.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { countOpen } from './preview-store.ts'
import { readOwnAdvisories } from './read-own-advisories.ts'
import { lockOwnAdvisory, type OsvDocument, type OwnAdvisoryRow } from './store.ts'
import { wireAdvisory } from './wire-advisory.ts'
import { writeAdvisory } from './write-advisory.ts'

interface Changing {
  caller: Caller
  change: Change
}

/** Throws Problem 409 if the account has an advisory with this id. */
export const createAdvisory = ({ caller, change }: Changing, own: OwnAdvisory): Promise<WireAdvisory> =>
  change(async (tx) => {
    if (await lockOwnAdvisory(tx, caller.scope, { id: own.id }))
      throw new Problem(409, 'advisoryExists', `There is an advisory with the id ${own.id} already`)
    const now = Date.now()
    const document = writeOsv(own, { published: now, modified: now, withdrawn: null }) as OsvDocument
    const row = await writeAdvisory(tx, caller, { before: undefined, document })
    const result = await describeAdvisory(tx, caller.scope, row)
    return { result, target: { ownAdvisoryUuid: row.uuid }, after: document }
  })

interface Edited {
  own: OwnAdvisory
  withdrawnAt: Date | null
}

/** Throws Problem 404 if the account has no such advisory. */
export const changeAdvisory = (
  { caller, change }: Changing,
  uuid: string,
  edit: (before: OwnAdvisoryRow) => Edited,
): Promise<WireAdvisory> =>
  change(async (tx) => {
    const before = (await lockOwnAdvisory(tx, caller.scope, { uuid })) ?? throwNotFound('advisory')
    const document = rewrite(before, edit(before))
    const row = await writeAdvisory(tx, caller, { before, document })
    const result = await describeAdvisory(tx, caller.scope, row)
    return { result, before: before.document, after: document }
  })

/** The document with other content; what it has that nobody can edit stays. */
function rewrite({ document, createdAt }: OwnAdvisoryRow, { own, withdrawnAt }: Edited): OsvDocument {
  const published = Date.parse(String(document['published']))
  const times = {
    published: Number.isNaN(published) ? createdAt.getTime() : published,
    modified: Date.now(),
    withdrawn: withdrawnAt?.getTime() ?? null,
  }
  return writeOsv(own, times, document) as OsvDocument
}

/** With its open findings in scope. */
export async function describeAdvisory(
  db: Database,
  scope: Scope,
  row: OwnAdvisoryRow,
): Promise<WireAdvisory> {
  const advisoryUuid = (await readOwnAdvisories(db, scope)).advisoryOf(row.uuid) ?? row.uuid
  const open = (await countOpen(db, scope, [advisoryUuid])).get(advisoryUuid)
  return wireAdvisory(row, { advisoryUuid, open })
}
