import { findingKey, versionKey } from '@assay/engine/keys.ts'
import type { ComponentFacts, FindingFacts } from '@assay/engine/policies/rules/facts.ts'
import type { Rule } from '@assay/engine/policies/rule.ts'
import { dueDay, dueTargetsOf } from '@assay/engine/policies/due-day.ts'
import { dayMs } from '@assay/engine/time.ts'
import { readDueTargets } from '#accounts/account/configuration.ts'
import type { Scope } from '#auth/scope.ts'
import { readAccountTexts } from '#knowledge/own-advisories/texts.ts'
import type { Database } from '#platform/database/database.ts'
import type { ProjectRow } from '#projects/project-store.ts'
import { readSetDays } from '#scanning/due-dates/store.ts'
import {
  type KnownOfBranch,
  readSignals,
  type Signal,
  type StoredComponent,
  type StoredFinding,
} from './fact-store.ts'

type Known = Omit<StoredFinding, 'branchUuid'>

interface Completing<T> {
  rules: readonly Pick<Rule, 'condition'>[]
  isNew: (finding: T) => boolean | null
  projectOf: (finding: T) => ProjectRow
}

/** Adds to findings what other tables know of them: exploitation, and the vector and the due day if a rule asks for it. */
export async function completeFindings<T extends Known>(
  { db, scope }: { db: Database; scope: Scope },
  findings: readonly T[],
  { rules, isNew, projectOf }: Completing<T>,
): Promise<(T & FindingFacts)[]> {
  const { byCve, hasCatalog } = await readSignals(db, findings.flatMap(cvesOf))
  const usesSsvc = rules.some(({ condition }) => condition.includes('ssvc'))
  const asked = usesSsvc ? findings.map(({ advisoryUuid }) => advisoryUuid) : []
  const texts = await readAccountTexts(db, scope, asked)
  const usesDue = rules.some(({ condition }) => condition.includes('overdue'))
  const dueOf = usesDue ? await readDues(db, scope, findings.map(projectOf)) : () => null
  return findings.map((finding) => {
    const cves = cvesOf(finding)
    const signals = cves.flatMap((cve) => byCve.get(cve) ?? [])
    const isExploited = signals.some(({ isKnownExploited }) => isKnownExploited)
    return {
      ...finding,
      isNew: isNew(finding),
      vector: texts.get(finding.advisoryUuid)?.cvss?.vector ?? null,
      // The catalog lists CVEs alone.
      isKnownExploited: cves.length === 0 || !hasCatalog ? null : isExploited,
      dueDay: dueOf({ ...finding, isExploited }, projectOf(finding)),
      epss: highest(signals, 'epss'),
      epssPercentile: highest(signals, 'epssPercentile'),
    }
  })
}

async function readDues(db: Database, scope: Scope, projects: readonly ProjectRow[]) {
  const uuids = [...new Set(projects.map(({ uuid }) => uuid))]
  const setDays = await readSetDays(db, scope, uuids)
  const targets = await readDueTargets(db, scope)
  return (finding: Known & { isExploited: boolean }, { uuid, groupSettings }: ProjectRow) => {
    const { ecosystem, packageName, advisoryUuid, introducedAt, publishedAt } = finding
    const setDay = setDays.get(`${uuid} ${ecosystem} ${packageName} ${advisoryUuid}`) ?? null
    const since = Math.floor(Math.max(introducedAt, publishedAt ?? 0) / dayMs)
    return dueDay({ ...finding, since, setDay }, dueTargetsOf(targets, groupSettings))
  }
}

const cvesOf = ({ cve, cves }: Known): string[] => (cves.length > 0 ? [...cves] : cve === null ? [] : [cve])

function highest(signals: readonly Signal[], of: 'epss' | 'epssPercentile'): number | null {
  const known = signals.flatMap((signal) => signal[of] ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

/** Whether the branch that it is compared with does not have it; null: there is none, and nothing is new. */
export function isNewFinding(finding: Known, compared: KnownOfBranch | null): boolean {
  return compared !== null && !compared.findings.has(findingKey(finding))
}

export const completeComponents = <T extends Omit<StoredComponent, 'branchUuid'>>(
  components: readonly T[],
  compared: KnownOfBranch | null,
): (T & ComponentFacts)[] =>
  components.map((component) => ({ ...component, isNew: isNewComponent(component, compared) }))

function isNewComponent(
  { ecosystem, packageName, version }: Omit<StoredComponent, 'branchUuid'>,
  compared: KnownOfBranch | null,
): boolean {
  return compared !== null && !compared.components.has(versionKey(ecosystem ?? '', packageName, version))
}
