import type { Upgrade } from '@assay/engine/upgrades/upgrade.ts'
import { steps } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { rankOfSsvc } from './priority-store.ts'
import type { LockedBranch } from './store.ts'

const notDecided = rankOfSsvc(null)

interface BranchUpgrades {
  branch: Pick<LockedBranch, 'uuid' | 'projectUuid' | 'lastNumber'>
  upgrades: readonly Upgrade[]
}

/** Replaces the upgrades that close the open findings of branches. Unchanged rows are not rewritten. */
export async function replaceUpgrades(
  tx: Tx,
  scope: Scope,
  branches: readonly BranchUpgrades[],
): Promise<void> {
  const scanned = branches.filter(({ branch }) => branch.lastNumber > 0)
  if (scanned.length > 0) await deleteBeyond(tx, scope, scanned)
  const rows = branches.flatMap(({ branch, upgrades }) =>
    upgrades.map((upgrade, position) => ({
      branch_uuid: branch.uuid,
      project_uuid: branch.projectUuid,
      ...rowOf(upgrade, position),
    })),
  )
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await saveUpgrades(tx, scope, rows.slice(start, start + rowsAtOnce))
}

/**
 * Gives each upgrade of branches the highest priority of the findings that it closes; of its package's, where those are
 * not known. Returns the branches of which one has changed.
 */
export async function prioritizeUpgrades(
  tx: Tx,
  { accountUuid }: Scope,
  branchUuids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ branchUuid: string }>`
    with decided as (
      select upgrade.branch_uuid, upgrade.position, coalesce(
          min(finding.ssvc) filter (where finding.advisory_uuid = any(upgrade.advisory_uuids)),
          min(finding.ssvc), ${notDecided}::int) as ssvc
      from branch_upgrade upgrade
      left join finding on finding.account_uuid = upgrade.account_uuid
        and finding.branch_uuid = upgrade.branch_uuid and finding.ended_at is null
        and finding.ecosystem = upgrade.ecosystem and finding.package_name = upgrade.package_name
      where upgrade.account_uuid = ${accountUuid} and upgrade.branch_uuid = any(${[...branchUuids]}::uuid[])
      group by upgrade.branch_uuid, upgrade.position),
    changed as (
      update branch_upgrade upgrade set ssvc = decided.ssvc from decided
      where upgrade.account_uuid = ${accountUuid} and upgrade.branch_uuid = decided.branch_uuid
        and upgrade.position = decided.position and upgrade.ssvc <> decided.ssvc
      returning upgrade.branch_uuid)
    select distinct branch_uuid as "branchUuid" from changed`.execute(tx)
  return rows.map(({ branchUuid }) => branchUuid)
}

const deleteBeyond = (tx: Tx, scope: Scope, branches: readonly BranchUpgrades[]) =>
  sql`
    delete from branch_upgrade
    using unnest(
      ${branches.map(({ branch }) => branch.uuid)}::uuid[], ${branches.map(({ upgrades }) => upgrades.length)}::int[]
    ) as given(branch_uuid, upgrades)
    where account_uuid = ${scope.accountUuid} and branch_upgrade.branch_uuid = given.branch_uuid
      and position >= given.upgrades`.execute(tx)

const rowsAtOnce = 10_000

const saveUpgrades = (tx: Tx, scope: Scope, rows: readonly object[]) =>
  sql`
    insert into branch_upgrade (account_uuid, branch_uuid, position, project_uuid, ecosystem, package_name, display_name,
      to_version, step, is_known_release, from_versions, is_direct, through, lockfile, critical, high, medium, low, none,
      unknown, shared, cves, is_malware, is_not_seen, instructions, advisory_uuids, ssvc)
    select ${scope.accountUuid}::uuid, given.branch_uuid, given.position, given.project_uuid,
      given.ecosystem, given.package_name, given.display_name, given.to_version, given.step, given.is_known_release,
      given.from_versions, given.is_direct, given.through, given.lockfile, given.critical, given.high, given.medium,
      given.low, given.none, given.unknown, given.shared, given.cves, given.is_malware,
      given.is_not_seen, given.instructions, given.advisory_uuids, coalesce(known.ssvc, ${notDecided}::int)
    from jsonb_populate_recordset(null::branch_upgrade, ${jsonText(rows)}::jsonb) given
    left join branch_upgrade known on known.account_uuid = ${scope.accountUuid}::uuid
      and known.branch_uuid = given.branch_uuid and known.position = given.position
    on conflict (account_uuid, branch_uuid, position) do update set
      ecosystem = excluded.ecosystem, package_name = excluded.package_name, display_name = excluded.display_name,
      to_version = excluded.to_version, step = excluded.step, is_known_release = excluded.is_known_release,
      from_versions = excluded.from_versions, is_direct = excluded.is_direct, through = excluded.through,
      lockfile = excluded.lockfile, critical = excluded.critical, high = excluded.high, medium = excluded.medium,
      low = excluded.low, none = excluded.none, unknown = excluded.unknown, shared = excluded.shared,
      cves = excluded.cves, is_malware = excluded.is_malware,
      is_not_seen = excluded.is_not_seen, instructions = excluded.instructions,
      advisory_uuids = excluded.advisory_uuids
    where branch_upgrade is distinct from excluded`.execute(tx)

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
  is_not_seen: upgrade.isNotSeen ?? false,
  instructions: upgrade.instructions,
  advisory_uuids: upgrade.advisoryUuids,
})
