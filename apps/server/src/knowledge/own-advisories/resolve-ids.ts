import type { Scope } from '#auth/scope.ts'
import {
  findAdvisory,
  findClusters,
  listKnownAdvisories,
} from '#knowledge/advisories/clusters/cluster-store.ts'
import type { Database } from '#platform/database/database.ts'
import { readOwnAdvisories } from './read-own-advisories.ts'

/** The advisories of ids and aliases, by these, of the feeds and of the account. */
export async function resolveIds(
  db: Database,
  scope: Pick<Scope, 'accountUuid'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const [clusters, own] = await Promise.all([findClusters(db, [...ids]), readOwnAdvisories(db, scope)])
  return new Map(
    ids.flatMap((id) => {
      const uuid = clusters.get(id)?.uuid ?? own.advisoryOf(id)
      return uuid === null ? [] : [[id, uuid] as const]
    }),
  )
}

/** The advisory of a uuid, following merged ones; undefined if the account knows none of it. */
export const resolveUuid = async (db: Database, scope: Scope, uuid: string): Promise<string | undefined> =>
  (await findAdvisory(db, uuid)) ?? (await readOwnAdvisories(db, scope)).advisoryOf(uuid) ?? undefined

/** The subset of uuids that identify an advisory, of the feeds or of the account. */
export async function listKnownUuids(
  db: Database,
  scope: Pick<Scope, 'accountUuid'>,
  uuids: readonly string[],
): Promise<Set<string>> {
  const [known, own] = await Promise.all([listKnownAdvisories(db, uuids), readOwnAdvisories(db, scope)])
  return new Set([...known, ...uuids.filter((uuid) => own.advisoryOf(uuid) !== null)])
}
