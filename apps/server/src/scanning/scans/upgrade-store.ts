import type { Upgrade } from '@assay/engine/upgrades/upgrade.ts'
import { steps } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import type { LockedBranch } from './store.ts'

/** Replaces the upgrades that close a branch's open findings. Unchanged rows are not rewritten. */
export async function replaceUpgrades(
  tx: Tx,
  scope: Scope,
  { branch, upgrades }: { branch: Pick<LockedBranch, 'uuid' | 'projectUuid'>; upgrades: readonly Upgrade[] },
): Promise<void> {
  await sql`
    delete from branch_upgrade
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${branch.uuid} and position >= ${upgrades.length}`.execute(
    tx,
  )
  if (upgrades.length === 0) return
  await sql`
    insert into branch_upgrade (account_uuid, branch_uuid, position, project_uuid, ecosystem, package_name, display_name,
      to_version, step, is_known_release, from_versions, is_direct, through, lockfile, critical, high, medium, low, none,
      unknown, shared, cves, is_malware, instructions)
    select ${scope.accountUuid}::uuid, ${branch.uuid}::uuid, given.position, ${branch.projectUuid}::uuid,
      given.ecosystem, given.package_name, given.display_name, given.to_version, given.step, given.is_known_release,
      given.from_versions, given.is_direct, given.through, given.lockfile, given.critical, given.high, given.medium,
      given.low, given.none, given.unknown, given.shared, given.cves, given.is_malware, given.instructions
    from jsonb_populate_recordset(null::branch_upgrade, ${jsonText(upgrades.map(rowOf))}::jsonb) given
    on conflict (account_uuid, branch_uuid, position) do update set
      ecosystem = excluded.ecosystem, package_name = excluded.package_name, display_name = excluded.display_name,
      to_version = excluded.to_version, step = excluded.step, is_known_release = excluded.is_known_release,
      from_versions = excluded.from_versions, is_direct = excluded.is_direct, through = excluded.through,
      lockfile = excluded.lockfile, critical = excluded.critical, high = excluded.high, medium = excluded.medium,
      low = excluded.low, none = excluded.none, unknown = excluded.unknown, shared = excluded.shared,
      cves = excluded.cves, is_malware = excluded.is_malware, instructions = excluded.instructions
    where branch_upgrade is distinct from excluded`.execute(tx)
}

const rowOf = (upgrade: Upgrade, position: number) => ({
  position,
  ecosystem: upgrade.ecosystem,
  package_name: upgrade.packageName,
  display_name: upgrade.displayName,
  to_version: upgrade.to ?? '',
  step: upgrade.step === null ? null : steps.indexOf(upgrade.step),
  is_known_release: upgrade.isKnownRelease,
  from_versions: upgrade.from,
  is_direct: upgrade.isDirect,
  through: upgrade.through,
  lockfile: upgrade.lockfile,
  ...upgrade.closes,
  shared: upgrade.shared,
  cves: upgrade.cves,
  is_malware: upgrade.isMalware,
  instructions: upgrade.instructions,
})
