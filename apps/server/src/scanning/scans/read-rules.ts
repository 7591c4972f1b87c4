import type { LicensePolicy, Rules } from '@assay/engine/scan-result.ts'
import { configurationFor, readAccountConfiguration } from '#accounts/account/configuration.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { ProjectRow } from '#projects/project-store.ts'
import { listActiveExclusions } from '#scanning/exclusions/store.ts'
import { listAcceptedGaps } from '#scanning/gaps/store.ts'
import { listLicenseOverrides } from '#scanning/overrides/store.ts'
import { appliesTo, type RuleRow } from '#scanning/rules/store.ts'

export type RulesOfScan = Rules &
  Required<Pick<Rules, 'coverageStrictness'>> & {
    /** Whether assay.yaml may loosen the account's policy. */
    repositoryMayLoosen: boolean
  }

/** Current exclusions, policies and overrides of projects, also for a rescan. */
export async function readRules(
  db: Database,
  scope: Scope,
  { projects, rows }: { projects: ReadonlyMap<string, ProjectRow>; rows: readonly RuleRow[] },
): Promise<Map<string, RulesOfScan>> {
  const uuids = [...projects.keys()]
  const exclusions = await listActiveExclusions(db, scope, uuids)
  const gaps = await listAcceptedGaps(db, scope, uuids)
  const account = await readAccountConfiguration(db, scope)
  const policies = rows.filter(({ kind, mode }) => kind === 'licenses' && mode !== 'off')
  const licenseOverrides = await listLicenseOverrides(db, scope)
  const rulesOf = (project: ProjectRow): RulesOfScan => {
    const {
      minimumScores,
      securityScoring,
      coolDownDays,
      vexEffect,
      coverageStrictness,
      repositoryMayLoosen,
    } = configurationFor(account, project)
    return {
      exclusions: exclusions.get(project.uuid) ?? [],
      licensePolicies: policies.filter((policy) => appliesTo(policy, project, [])).map(licensePolicy),
      licenseOverrides,
      securityScoring,
      minimumScores,
      coolDownDays,
      vexEffect,
      coverageStrictness,
      repositoryMayLoosen,
      acceptedGaps: gaps.get(project.uuid) ?? [],
    }
  }
  return new Map([...projects].map(([uuid, project]) => [uuid, rulesOf(project)]))
}

const licensePolicy = ({ name, licenseMode, licenses, denyUnknown }: RuleRow): LicensePolicy => ({
  name,
  mode: licenseMode as LicensePolicy['mode'],
  licenses,
  denyUnknown,
})
