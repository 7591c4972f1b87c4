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

export interface PrioritizedUpgrade {
  branchUuid: string
  position: number
  ecosystem: string
  packageName: string
  /** Of the findings that it closes; empty if they are not known. */
  advisoryUuids: string[]
  /** A position of ssvcRanks. */
  rank: number
}

/** Upgrades of branches, with what their priority follows from. */
export async function listPrioritizedUpgrades(
  tx: Tx,
  { accountUuid }: Scope,
  branchUuids: readonly string[],
): Promise<PrioritizedUpgrade[]> {
  const { rows } = await sql<PrioritizedUpgrade>`
    select branch_uuid as "branchUuid", position, ecosystem, package_name as "packageName",
      advisory_uuids as "advisoryUuids", ssvc as rank
    from branch_upgrade
    where account_uuid = ${accountUuid} and branch_uuid = any(${[...branchUuids]}::uuid[])`.execute(tx)
  return rows
}

export async function saveUpgradePriorities(
  tx: Tx,
  { accountUuid }: Scope,
  upgrades: readonly Pick<PrioritizedUpgrade, 'branchUuid' | 'position' | 'rank'>[],
): Promise<void> {
  if (upgrades.length === 0) return
  await sql`
    update branch_upgrade upgrade set ssvc = given.rank
    from unnest(${upgrades.map(({ branchUuid }) => branchUuid)}::uuid[],
      ${upgrades.map(({ position }) => position)}::int[],
      ${upgrades.map(({ rank }) => rank)}::int[]) as given(branch_uuid, position, rank)
    where upgrade.account_uuid = ${accountUuid} and upgrade.branch_uuid = given.branch_uuid
      and upgrade.position = given.position`.execute(tx)
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
