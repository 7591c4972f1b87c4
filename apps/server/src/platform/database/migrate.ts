import { sql, type Kysely } from 'kysely'
import { type MigrationResultSet, Migrator } from 'kysely/migration'
import { buildIndexes, type LargeIndex } from './build-indexes.ts'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { boundedMigration, type SchemaMigration, whenUnlocked } from './migration-steps.ts'
import { DatabaseStartError } from './reach-database.ts'
import * as baseline from '#platform/database/migrations/001-baseline.ts'
import * as assertedAddresses from '#platform/database/migrations/002-asserted-addresses.ts'
import * as scannedDocuments from '#platform/database/migrations/003-scanned-documents.ts'
import * as upgradeInstructions from '#platform/database/migrations/004-upgrade-instructions.ts'
import * as branchSeries from '#platform/database/migrations/005-branch-series.ts'
import * as coverage from '#platform/database/migrations/006-coverage.ts'
import * as licensesAndExclusions from '#platform/database/migrations/007-licenses-and-exclusions.ts'
import * as advisoryNames from '#platform/database/migrations/008-advisory-names.ts'
import * as listAges from '#platform/database/migrations/009-list-ages.ts'
import * as wantedRanges from '#platform/database/migrations/010-wanted-ranges.ts'
import * as productsOfStatements from '#platform/database/migrations/011-products-of-statements.ts'
import * as textsByKey from '#platform/database/migrations/012-texts-by-key.ts'
import * as auditShipping from '#platform/database/migrations/013-audit-shipping.ts'
import * as findingsOfNotifications from '#platform/database/migrations/014-findings-of-notifications.ts'
import * as backupRuns from '#platform/database/migrations/015-backup-runs.ts'
import * as narrowedRescans from '#platform/database/migrations/016-narrowed-rescans.ts'
import * as digestOfComponents from '#platform/database/migrations/017-digest-of-components.ts'
import * as images from '#platform/database/migrations/018-images.ts'
import * as groups from '#platform/database/migrations/019-groups.ts'
import * as triage from '#platform/database/migrations/020-triage.ts'
import * as rules from '#platform/database/migrations/021-rules.ts'
import * as belowPolicy from '#platform/database/migrations/022-below-policy.ts'
import * as ownAdvisories from '#platform/database/migrations/023-own-advisories.ts'
import * as gradedDefault from '#platform/database/migrations/024-graded-default.ts'
import * as cases from '#platform/database/migrations/025-cases.ts'
import * as sharedComponents from '#platform/database/migrations/026-shared-components.ts'
import * as retention from '#platform/database/migrations/027-retention.ts'
import * as quotasAndTurns from '#platform/database/migrations/028-quotas-and-turns.ts'
import * as traces from '#platform/database/migrations/029-traces.ts'
import * as dueDates from '#platform/database/migrations/030-due-dates.ts'
import * as ruleDecisions from '#platform/database/migrations/031-rule-decisions.ts'
import * as dojoTests from '#platform/database/migrations/033-dojo-tests.ts'
import * as usedPackages from '#platform/database/migrations/034-used-packages.ts'
import * as trustedKeys from '#platform/database/migrations/035-trusted-keys.ts'
import * as processes from '#platform/database/migrations/037-processes.ts'
import * as oneListOfRules from '#platform/database/migrations/038-one-list-of-rules.ts'
import * as rulesThatNotify from '#platform/database/migrations/039-rules-that-notify.ts'
import * as findingsOfProjects from '#platform/database/migrations/041-findings-of-projects.ts'
import * as keptTotals from '#platform/database/migrations/042-kept-totals.ts'
import * as dependencyTrack from '#platform/database/migrations/044-dependency-track.ts'
import * as moving from '#platform/database/migrations/045-moving.ts'
import * as publishedDocuments from '#platform/database/migrations/046-published-documents.ts'
import * as remindedDeadlines from '#platform/database/migrations/047-reminded-deadlines.ts'
import * as advisorySymbols from '#platform/database/migrations/048-advisory-symbols.ts'
import * as erasedMembers from '#platform/database/migrations/049-erased-members.ts'
import * as movingVersions from '#platform/database/migrations/050-moving.ts'
import * as scanContents from '#platform/database/migrations/051-scan-contents.ts'
import * as policyEvaluation from '#platform/database/migrations/053-policy-evaluation.ts'
import * as newerBases from '#platform/database/migrations/054-newer-bases.ts'
import * as directories from '#platform/database/migrations/056-directories.ts'
import * as euCatalog from '#platform/database/migrations/060-eu-catalog.ts'
import * as findingPriorities from '#platform/database/migrations/061-finding-priorities.ts'
import * as attachedDocuments from '#platform/database/migrations/064-attached-documents.ts'
import * as patchedContents from '#platform/database/migrations/066-patched-contents.ts'
import * as trustedRoots from '#platform/database/migrations/069-trusted-roots.ts'
import * as upgradePriorities from '#platform/database/migrations/070-upgrade-priorities.ts'
import * as thinnedTables from '#platform/database/migrations/072-thinned-tables.ts'
import * as componentsOfBranch from '#platform/database/migrations/073-components-of-a-branch.ts'

const first = '001-baseline'

/** In order, forward only. The result of a migration that has shipped never changes. */
const migrations: Record<string, SchemaMigration> = {
  [first]: baseline,
  '002-asserted-addresses': assertedAddresses,
  '003-scanned-documents': scannedDocuments,
  '004-upgrade-instructions': upgradeInstructions,
  '005-branch-series': branchSeries,
  '006-coverage': coverage,
  '007-licenses-and-exclusions': licensesAndExclusions,
  '008-advisory-names': advisoryNames,
  '009-list-ages': listAges,
  '010-wanted-ranges': wantedRanges,
  '011-products-of-statements': productsOfStatements,
  '012-texts-by-key': textsByKey,
  '013-audit-shipping': auditShipping,
  '014-findings-of-notifications': findingsOfNotifications,
  '015-backup-runs': backupRuns,
  '016-narrowed-rescans': narrowedRescans,
  '017-digest-of-components': digestOfComponents,
  '018-images': images,
  '019-groups': groups,
  '020-triage': triage,
  '021-rules': rules,
  '022-below-policy': belowPolicy,
  '023-own-advisories': ownAdvisories,
  '024-graded-default': gradedDefault,
  '025-cases': cases,
  '026-shared-components': sharedComponents,
  '027-retention': retention,
  '028-quotas-and-turns': quotasAndTurns,
  '029-traces': traces,
  '030-due-dates': dueDates,
  '031-rule-decisions': ruleDecisions,
  '033-dojo-tests': dojoTests,
  '034-used-packages': usedPackages,
  '035-trusted-keys': trustedKeys,
  '037-processes': processes,
  '038-one-list-of-rules': oneListOfRules,
  '039-rules-that-notify': rulesThatNotify,
  '041-findings-of-projects': findingsOfProjects,
  '042-kept-totals': keptTotals,
  '044-dependency-track': dependencyTrack,
  '045-moving': moving,
  '046-published-documents': publishedDocuments,
  '047-reminded-deadlines': remindedDeadlines,
  '048-advisory-symbols': advisorySymbols,
  '049-erased-members': erasedMembers,
  '050-moving': movingVersions,
  '051-scan-contents': scanContents,
  '053-policy-evaluation': policyEvaluation,
  '054-newer-bases': newerBases,
  '056-directories': directories,
  '060-eu-catalog': euCatalog,
  '061-finding-priorities': findingPriorities,
  '064-attached-documents': attachedDocuments,
  '066-patched-contents': patchedContents,
  '069-trusted-roots': trustedRoots,
  '070-upgrade-priorities': upgradePriorities,
  '072-thinned-tables': thinnedTables,
  '073-components-of-a-branch': componentsOfBranch,
}

/** In their order. */
export const migrationNames: readonly string[] = Object.keys(migrations)

const bounded = Object.fromEntries(
  Object.entries(migrations).map(([name, migration]) => [name, boundedMigration(migration)]),
)

/** Whether this version knows the schema: it is not newer. */
export const isKnownSchema = (name: string): boolean => Object.hasOwn(migrations, name)

/** Migrates the schema, up to a given migration if any. Safe to call from several processes: one of them does it. */
export async function migrate<T>(db: Kysely<T>, last?: string): Promise<string[]> {
  await checkVersion(db)
  const executed = await executedMigrations(db)
  if (executed.length === 0)
    return namesOf(await (last ? migrator(db).migrateTo(last) : migrator(db).migrateToLatest()))
  return last !== undefined && executed.includes(last) ? [] : runEach(db, last)
}

/** Each in a transaction of its own, so that no table stays locked while the next ones run. */
async function runEach<T>(db: Kysely<T>, last: string | undefined): Promise<string[]> {
  const done: string[] = []
  for (;;) {
    await buildIndexes(db, await nextIndexes(db))
    const [name] = namesOf(await whenUnlocked(() => migrator(db).migrateUp()))
    if (name !== undefined) done.push(name)
    if (name === undefined || name === last) return done
  }
}

async function nextIndexes<T>(db: Kysely<T>): Promise<readonly LargeIndex[]> {
  const all = await migrator(db).getMigrations()
  const next = all.find(({ executedAt }) => executedAt === undefined)
  return Object.entries(migrations).find(([name]) => name === next?.name)?.[1].indexes ?? []
}

function namesOf({ error, results = [] }: MigrationResultSet): string[] {
  if (error !== undefined) throw new Error('The database could not be migrated', { cause: error })
  return results.map(({ migrationName }) => migrationName)
}

/**
 * The same on separate connections without statement timeout: migrating large tables, and waiting for another process
 * to do so, can take long.
 */
export async function migrateAtStart(
  options: Pick<DatabaseOptions, 'connection' | 'log'>,
  run: (db: Database) => Promise<string[]> = migrate,
): Promise<string[]> {
  const { db, close } = openDatabase({ ...options, maxConnections: 2, limitsStatements: false })
  try {
    return await run(db)
  } finally {
    await close()
  }
}

/** Whether the schema version is the one this process was built for. */
export async function isMigrated<T>(db: Kysely<T>): Promise<boolean> {
  const all = await migrator(db).getMigrations()
  return all.every(({ executedAt }) => executedAt !== undefined)
}

/** Refuses a database that this version cannot migrate, with what to do instead. */
async function checkVersion<T>(db: Kysely<T>): Promise<void> {
  const executed = await executedMigrations(db)
  const unknown = executed.find((name) => !Object.hasOwn(migrations, name))
  if (unknown === undefined) return
  throw new DatabaseStartError(
    executed.includes(first)
      ? `The database was already upgraded by a newer version of Assay (${unknown}). Start that version, or restore ` +
          'a backup from before the upgrade.'
      : `The database was created by a development version of Assay (${unknown}), which this version cannot upgrade. ` +
          'Start with an empty one: set ASSAY_DATA to a new folder, or DATABASE_URL to a new database. Then upload ' +
          'your inventories again.',
  )
}

async function executedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const table = await sql`select from information_schema.tables
    where table_schema = current_schema() and table_name = ${migrationTableName}`.execute(db)
  if (table.rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(migrationTableName)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

const migrationTableName = 'migration'

const migrator = <T>(db: Kysely<T>) =>
  new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(bounded) },
    migrationTableName,
    migrationLockTableName: 'migration_lock',
    // Of versions between releases, one may have a number that another one skipped.
    allowUnorderedMigrations: true,
  })
