import type { Inventory, Issue } from '@assay/engine/inventory.ts'
import type { Scope } from '#auth/scope.ts'
import { completeEcosystems, readAdvisoryData } from '#knowledge/advisories/databases/database-store.ts'
import { listEolDates } from '#knowledge/advisories/clusters/eol-date-store.ts'
import type { Advisories } from '#knowledge/advisories/indexes/loaded-indexes.ts'
import { readOwnAdvisories } from '#knowledge/own-advisories/read-own-advisories.ts'
import { readReleases } from '#knowledge/releases/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { ProjectRow } from '#projects/project-store.ts'
import { findUnknown, unknownMessage } from '#scanning/exclusions/unknown-advisories.ts'
import { hasVex } from '#scanning/vex/store.ts'
import { type AppliedVex, readVexOf } from './read-vex-of.ts'

export type Knowledge = Awaited<ReturnType<typeof readKnowledge>>

/** What is known about the packages of an inventory, read before the branches are locked. */
export async function readKnowledge(
  { db, advisories }: { db: Database; advisories: Advisories },
  scope: Scope,
  { inventory, projects }: { inventory: Inventory; projects: ReadonlyMap<string, ProjectRow> },
) {
  const ecosystems = new Set(inventory.components.map(({ ecosystem }) => ecosystem))
  // First, so that a sync that finishes during the scan is not reported as included.
  const advisoryData = await readAdvisoryData(
    db,
    [...ecosystems].filter((id) => id !== null),
  )
  const indexes = await advisories.load(ecosystems)
  return {
    advisoryData,
    indexes,
    ownIndexes: (await readOwnAdvisories(db, scope)).indexOf,
    completeData: completeEcosystems(advisoryData),
    eolDates: await listEolDates(db, [...ecosystems]),
    releasesOf: await readReleases(db, scope.accountUuid, inventory.components),
    unknown: await readUnknownExclusions(db, scope, inventory),
    vexByProject: await readVex(db, scope, { inventory, projects }),
  }
}

/** The same object for all projects without statements on packages of the inventory. */
async function readVex(
  db: Database,
  scope: Scope,
  { inventory, projects }: { inventory: Inventory; projects: ReadonlyMap<string, ProjectRow> },
): Promise<Map<string, AppliedVex>> {
  const none = await readVexOf(db, scope, { project: null, inventory })
  const isStated = await hasVex(db, scope)
  const byProject = new Map<string, AppliedVex>()
  for (const [uuid, project] of projects) {
    const own = isStated ? await readVexOf(db, scope, { project, inventory }) : none
    byProject.set(uuid, own.statements.length === 0 ? none : own)
  }
  return byProject
}

/** Issues for exclusions in the repository's file that name no known advisory. */
const readUnknownExclusions = async (
  db: Database,
  scope: Scope,
  { exclusions = [] }: Inventory,
): Promise<Issue[]> =>
  (await findUnknown(db, scope, exclusions)).map(({ target, repository, where = repository.path }) => ({
    code: 'exclusion-unknown',
    message: `${unknownMessage(target)}.`,
    where,
  }))
