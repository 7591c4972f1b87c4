import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import * as foundation from '#platform/database/migrations/001-foundation.ts'
import * as vulnerabilityPages from '#platform/database/migrations/002-vulnerability-pages.ts'
import * as exploitSignals from '#platform/database/migrations/003-exploit-signals.ts'
import * as members from '#platform/database/migrations/004-members.ts'
import * as secondFactors from '#platform/database/migrations/005-second-factors.ts'
import * as operator from '#platform/database/migrations/006-operator.ts'
import * as passkeys from '#platform/database/migrations/007-passkeys.ts'
import * as externalLogins from '#platform/database/migrations/008-external-logins.ts'
import * as licensePolicies from '#platform/database/migrations/009-license-policies.ts'
import * as stability from '#platform/database/migrations/010-stability.ts'
import * as provisioning from '#platform/database/migrations/011-provisioning.ts'
import * as accountSettings from '#platform/database/migrations/012-account-settings.ts'
import * as registrations from '#platform/database/migrations/013-registrations.ts'
import * as features from '#platform/database/migrations/014-features.ts'
import * as freshLogins from '#platform/database/migrations/015-fresh-logins.ts'
import * as signOn from '#platform/database/migrations/016-sign-on.ts'
import * as rulesOfTeams from '#platform/database/migrations/017-rules-of-teams.ts'
import * as notices from '#platform/database/migrations/018-notices.ts'
import * as idleSessions from '#platform/database/migrations/019-idle-sessions.ts'
import * as refreshTokenFamilies from '#platform/database/migrations/020-refresh-token-families.ts'
import * as idempotencyKeys from '#platform/database/migrations/021-idempotency-keys.ts'
import * as provisionedGroups from '#platform/database/migrations/022-provisioned-groups.ts'
import * as auditSizes from '#platform/database/migrations/023-audit-sizes.ts'
import * as provedAddresses from '#platform/database/migrations/024-proved-addresses.ts'
import * as urlCredentials from '#platform/database/migrations/025-url-credentials.ts'
import * as teamNames from '#platform/database/migrations/026-team-names.ts'
import * as actionNames from '#platform/database/migrations/027-action-names.ts'
import * as outbox from '#platform/database/migrations/028-outbox.ts'
import * as packageReleases from '#platform/database/migrations/029-package-releases.ts'
import * as advisorySyncJob from '#platform/database/migrations/030-advisory-sync-job.ts'
import * as releaseSources from '#platform/database/migrations/031-release-sources.ts'
import * as componentCatalog from '#platform/database/migrations/033-component-catalog.ts'
import * as vex from '#platform/database/migrations/036-vex.ts'
import * as advisoryDatabases from '#platform/database/migrations/037-advisory-databases.ts'
import * as advisoryFeeds from '#platform/database/migrations/038-advisory-feeds.ts'
import * as licenseSources from '#platform/database/migrations/039-license-sources.ts'
import * as libyears from '#platform/database/migrations/040-libyears.ts'
import * as badges from '#platform/database/migrations/041-badges.ts'
import * as advisoryCounts from '#platform/database/migrations/042-advisory-counts.ts'
import * as reportExports from '#platform/database/migrations/043-report-exports.ts'
import * as reportSchedules from '#platform/database/migrations/044-report-schedules.ts'
import * as projectIdentity from '#platform/database/migrations/045-project-identity.ts'
import * as projectStates from '#platform/database/migrations/046-project-states.ts'
import * as repositoryExclusions from '#platform/database/migrations/047-repository-exclusions.ts'
import * as infrastructure from '#platform/database/migrations/048-infrastructure.ts'
import * as upgrades from '#platform/database/migrations/049-upgrades.ts'
import * as archiveUploads from '#platform/database/migrations/052-archive-uploads.ts'
import * as notifications from '#platform/database/migrations/053-notifications.ts'
import * as integrations from '#platform/database/migrations/056-integrations.ts'
import * as tickets from '#platform/database/migrations/057-tickets.ts'
import * as publishedSboms from '#platform/database/migrations/058-published-sboms.ts'
import * as findingDays from '#platform/database/migrations/059-finding-days.ts'
import * as fixTargets from '#platform/database/migrations/060-fix-targets.ts'
import * as supportToken from '#platform/database/migrations/062-support-token.ts'
import * as assistant from '#platform/database/migrations/066-assistant.ts'
import * as vulnerabilitiesAndLicenses from '#platform/database/migrations/069-vulnerabilities-and-licenses.ts'
import * as missedRescans from '#platform/database/migrations/071-missed-rescans.ts'
import * as language from '#platform/database/migrations/072-language.ts'
import * as savedViews from '#platform/database/migrations/073-saved-views.ts'
import * as scannerSeverity from '#platform/database/migrations/074-scanner-severity.ts'
import * as branchChanges from '#platform/database/migrations/075-branch-changes.ts'
import * as overdueRule from '#platform/database/migrations/076-overdue-rule.ts'
import * as deliveryOrder from '#platform/database/migrations/077-delivery-order.ts'
import * as removalOfAccounts from '#platform/database/migrations/078-removal-of-accounts.ts'
import * as catalogLinks from '#platform/database/migrations/079-catalog-links.ts'
import * as weaknesses from '#platform/database/migrations/081-weaknesses.ts'
import * as packageRegistries from '#platform/database/migrations/082-package-registries.ts'
import * as integrationOrder from '#platform/database/migrations/083-integration-order.ts'
import * as columnNames from '#platform/database/migrations/084-column-names.ts'
import * as dueReleases from '#platform/database/migrations/085-due-releases.ts'
import * as assistantReach from '#platform/database/migrations/087-assistant-reach.ts'
import * as membersOfItems from '#platform/database/migrations/088-members-of-items.ts'
import * as jobNames from '#platform/database/migrations/090-job-names.ts'
import * as tokensOfBuilds from '#platform/database/migrations/091-tokens-of-builds.ts'
import * as vexReaderVersion from '#platform/database/migrations/092-vex-reader-version.ts'
import * as scoringOfScans from '#platform/database/migrations/094-scoring-of-scans.ts'
import * as browserLanguage from '#platform/database/migrations/095-browser-language.ts'
import * as messagePhrases from '#platform/database/migrations/096-message-phrases.ts'
import * as unansweredMessages from '#platform/database/migrations/097-unanswered-messages.ts'

/** In order, forward only. The result of a migration that has shipped never changes. */
const migrations: Record<string, Migration> = {
  '001-foundation': foundation,
  '002-vulnerability-pages': vulnerabilityPages,
  '003-exploit-signals': exploitSignals,
  '004-members': members,
  '005-second-factors': secondFactors,
  '006-operator': operator,
  '007-passkeys': passkeys,
  '008-external-logins': externalLogins,
  '009-license-policies': licensePolicies,
  '010-stability': stability,
  '011-provisioning': provisioning,
  '012-account-settings': accountSettings,
  '013-registrations': registrations,
  '014-features': features,
  '015-fresh-logins': freshLogins,
  '016-sign-on': signOn,
  '017-rules-of-teams': rulesOfTeams,
  '018-notices': notices,
  '019-idle-sessions': idleSessions,
  '020-refresh-token-families': refreshTokenFamilies,
  '021-idempotency-keys': idempotencyKeys,
  '022-provisioned-groups': provisionedGroups,
  '023-audit-sizes': auditSizes,
  '024-proved-addresses': provedAddresses,
  '025-url-credentials': urlCredentials,
  '026-team-names': teamNames,
  '027-action-names': actionNames,
  '028-outbox': outbox,
  '029-package-releases': packageReleases,
  '030-advisory-sync-job': advisorySyncJob,
  '031-release-sources': releaseSources,
  '033-component-catalog': componentCatalog,
  '036-vex': vex,
  '037-advisory-databases': advisoryDatabases,
  '038-advisory-feeds': advisoryFeeds,
  '039-license-sources': licenseSources,
  '040-libyears': libyears,
  '041-badges': badges,
  '042-advisory-counts': advisoryCounts,
  '043-report-exports': reportExports,
  '044-report-schedules': reportSchedules,
  '045-project-identity': projectIdentity,
  '046-project-states': projectStates,
  '047-repository-exclusions': repositoryExclusions,
  '048-infrastructure': infrastructure,
  '049-upgrades': upgrades,
  '052-archive-uploads': archiveUploads,
  '053-notifications': notifications,
  '056-integrations': integrations,
  '057-tickets': tickets,
  '058-published-sboms': publishedSboms,
  '059-finding-days': findingDays,
  '060-fix-targets': fixTargets,
  '062-support-token': supportToken,
  '066-assistant': assistant,
  '069-vulnerabilities-and-licenses': vulnerabilitiesAndLicenses,
  '071-missed-rescans': missedRescans,
  '072-language': language,
  '073-saved-views': savedViews,
  '074-scanner-severity': scannerSeverity,
  '075-branch-changes': branchChanges,
  '076-overdue-rule': overdueRule,
  '077-delivery-order': deliveryOrder,
  '078-removal-of-accounts': removalOfAccounts,
  '079-catalog-links': catalogLinks,
  '081-weaknesses': weaknesses,
  '082-package-registries': packageRegistries,
  '083-integration-order': integrationOrder,
  '084-column-names': columnNames,
  '085-due-releases': dueReleases,
  '087-assistant-reach': assistantReach,
  '088-members-of-items': membersOfItems,
  '090-job-names': jobNames,
  '091-tokens-of-builds': tokensOfBuilds,
  '092-vex-reader-version': vexReaderVersion,
  '094-scoring-of-scans': scoringOfScans,
  '095-browser-language': browserLanguage,
  '096-message-phrases': messagePhrases,
  '097-unanswered-messages': unansweredMessages,
}

/** Migrates the schema. Safe to call from several processes: one of them does it. */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const { error, results = [] } = await migrator(db).migrateToLatest()
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

const migrator = <T>(db: Kysely<T>) =>
  new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  })
