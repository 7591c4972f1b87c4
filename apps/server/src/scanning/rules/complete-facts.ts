import type { ComponentFacts, FindingFacts } from '@assay/engine/policies/rules/facts.ts'
import type { Rule } from '@assay/engine/policies/rule.ts'
import type { Scope } from '#auth/scope.ts'
import { readAccountTexts } from '#knowledge/own-advisories/texts.ts'
import type { Database } from '#platform/database/database.ts'
import {
  type KnownOfTarget,
  readSignals,
  type Signal,
  type StoredComponent,
  type StoredFinding,
} from './fact-store.ts'

type Known = Omit<StoredFinding, 'branchUuid'>

/** Adds to findings what other tables know of their advisories: exploitation, and the vector if a rule asks for SSVC. */
export async function completeFindings<T extends Known>(
  { db, scope }: { db: Database; scope: Scope },
  findings: readonly T[],
  { rules, isNew }: { rules: readonly Pick<Rule, 'condition'>[]; isNew: (finding: T) => boolean | null },
): Promise<(T & FindingFacts)[]> {
  const { byCve, hasCatalog } = await readSignals(db, findings.flatMap(cvesOf))
  const usesSsvc = rules.some(({ condition }) => condition.includes('ssvc'))
  const asked = usesSsvc ? findings.map(({ advisoryUuid }) => advisoryUuid) : []
  const texts = await readAccountTexts(db, scope, asked)
  return findings.map((finding) => {
    const cves = cvesOf(finding)
    const signals = cves.flatMap((cve) => byCve.get(cve) ?? [])
    return {
      ...finding,
      isNew: isNew(finding),
      vector: texts.get(finding.advisoryUuid)?.cvss?.vector ?? null,
      // The catalog lists CVEs alone.
      isKnownExploited:
        cves.length === 0 || !hasCatalog ? null : signals.some(({ isKnownExploited }) => isKnownExploited),
      epss: highest(signals, 'epss'),
      epssPercentile: highest(signals, 'epssPercentile'),
    }
  })
}

const cvesOf = ({ cve, cves }: Known): string[] => (cves.length > 0 ? [...cves] : cve === null ? [] : [cve])

function highest(signals: readonly Signal[], of: 'epss' | 'epssPercentile'): number | null {
  const known = signals.flatMap((signal) => signal[of] ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

/** Where a branch stands to the one that it is compared with. */
export type Compared =
  | { kind: 'target'; lastNumber: number }
  | { kind: 'other'; target: KnownOfTarget }
  /** The first scan of a target branch: nothing of it is new. */
  | { kind: 'first' }

export function isNewFinding(finding: Known, compared: Compared): boolean {
  if (compared.kind === 'first') return false
  if (compared.kind === 'target') return finding.introducedNumber >= compared.lastNumber
  const { ecosystem, packageName, advisoryUuid } = finding
  return !compared.target.findings.has(`${ecosystem} ${packageName} ${advisoryUuid}`)
}

export function completeComponents<T extends Omit<StoredComponent, 'branchUuid'>>(
  components: readonly T[],
  compared: Compared,
): (T & ComponentFacts)[] {
  return components.map((component) => ({ ...component, isNew: isNewComponent(component, compared) }))
}

function isNewComponent(component: Omit<StoredComponent, 'branchUuid'>, compared: Compared): boolean {
  if (compared.kind === 'first') return false
  if (compared.kind === 'target') return component.introducedNumber >= compared.lastNumber
  const { ecosystem, packageName, version } = component
  return !compared.target.components.has(`${ecosystem ?? ''} ${packageName} ${version}`)
}
