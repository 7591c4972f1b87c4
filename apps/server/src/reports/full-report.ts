import type { AdvisoryText } from '@assay/engine/advisories/advisory-text.ts'
import type { Advice, Report } from '@assay/contract/reports.ts'
import { askedOf } from '@assay/engine/advisories/asked.ts'
import { safeVersions } from '@assay/engine/advisories/safe-versions.ts'
import { ecosystemById } from '@assay/engine/ecosystems/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { AffectedVersion, FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import type { z } from 'zod'
import type { LoadedIndexes } from '../advisories/advisories.ts'
import { makeAdvice } from './make-advice.ts'
import { licensingOf, stabilityOf } from './other-assessments.ts'
import { spelledPaths } from './paths-from-root.ts'
import type { FindingAt, ScanRow, StoredComponent } from './store.ts'
import { whyExcluded } from './why-excluded.ts'
import type { WhyExcluded } from './why-excluded.ts'

export interface ReportParts {
  project: { uuid: string; url: string }
  branch: string
  scan: ScanRow
  components: StoredComponent[]
  findings: FindingAt[]
  exclusions: WhyExcluded[]
  texts: Map<string, AdvisoryText>
  indexes: LoadedIndexes
}

/** The full report of one scan, as it was then; only the advisories' texts are today's. */
export function fullReport(parts: ReportParts): Report {
  const { project, branch, scan, components } = parts
  return {
    uuid: scan.uuid,
    outcome: (scan.declared_outcome ?? scan.outcome) as Report['outcome'],
    tool: 'BOSS',
    timestamp: wireTimestamp(scan.scanned_at),
    downloadKey: scan.uuid,
    project: { uuid: project.uuid, url: project.url, branch },
    security: { score: scan.security_score, assessments: securityOf(parts) },
    stability: { score: scan.stability_score, assessments: stabilityOf(components) },
    licensing: { score: scan.licensing_score, assessments: licensingOf(components) },
    issues: scan.issues as Report['issues'],
  }
}

const wireTimestamp = (at: Date) => ({
  year: at.getUTCFullYear(),
  monthValue: at.getUTCMonth() + 1,
  dayOfMonth: at.getUTCDate(),
  hour: at.getUTCHours(),
  minute: at.getUTCMinutes(),
  second: at.getUTCSeconds(),
})

interface Affected extends Pick<AffectedVersion, 'version' | 'release' | 'source' | 'locations'> {
  ecosystem: EcosystemId
  name: string
  advices: z.input<typeof Advice>[]
}

type Assessments = Report['security']['assessments']

function securityOf(parts: ReportParts): Assessments {
  const pathsTo = spelledPaths(parts.components)
  const byLanguage = Map.groupBy(
    affectedVersions(parts),
    ({ ecosystem }) => ecosystemById(ecosystem).languages[0],
  )
  return [...byLanguage].map(([language, list]) => ({
    language,
    reports: list.map(({ name, version, locations, advices, ...of }) => ({
      dependency: { name, version },
      advices,
      locations,
      safeVersions: safeVersionsOf(parts.indexes, { ...of, name, version }),
      hierarchy: pathsTo(`${name}@${version}`, 1)[0] ?? [`${name}:${version}`],
    })),
  }))
}

export function safeVersionsOf(
  indexes: LoadedIndexes,
  of: { ecosystem: EcosystemId; name: string } & Pick<AffectedVersion, 'version' | 'release' | 'source'>,
) {
  const index = indexes.get(of.ecosystem)
  if (!index) return { latestPatch: null, latestMinor: null, latestMajor: null }
  return safeVersions(index, { ...askedOf(of), ecosystem: ecosystemById(of.ecosystem) })
}

/** One entry a package version; its advices are those that count, then those that are excluded. */
function affectedVersions(parts: ReportParts): Affected[] {
  const affected = new Map<string, Affected>()
  const add = (of: Omit<Affected, 'advices'>, advice: z.input<typeof Advice>) => {
    const key = `${of.ecosystem}:${of.name}@${of.version}`
    const known = affected.get(key) ?? { ...of, advices: [] }
    known.advices.push(advice)
    affected.set(key, known)
  }
  for (const finding of parts.findings) {
    const { advisoryUuid, display_name: name, introduced_at: introducedAt } = finding
    const ecosystem = finding.ecosystem as EcosystemId
    for (const span of finding.spans) {
      const facts = {
        severity: finding.severity,
        cvss: finding.cvss,
        cve: finding.cve,
        fixed: finding.fixed_versions,
      }
      const text = parts.texts.get(advisoryUuid)
      const of = { advisoryUuid, ecosystem, name, facts, span, introducedAt, text, exclusion: null }
      add({ ...placeOf(span), ecosystem, name }, makeAdvice(of))
    }
  }
  for (const found of parts.scan.excluded as FoundFinding[]) {
    for (const span of found.versions) {
      const facts = { severity: found.severity, cvss: found.cvss, cve: found.cve, fixed: found.fixedVersions }
      const { ecosystem, advisoryUuid, displayName: name } = found
      const text = parts.texts.get(advisoryUuid)
      const exclusion = whyExcluded(found, parts.exclusions, parts.scan)
      const of = {
        advisoryUuid,
        ecosystem,
        name,
        facts,
        span,
        introducedAt: parts.scan.scanned_at,
        text,
        exclusion,
      }
      add({ ...placeOf(span), ecosystem, name }, makeAdvice(of))
    }
  }
  return [...affected.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

const placeOf = ({ version, release, source, locations }: AffectedVersion) => ({
  ...{ version, locations },
  ...(release !== undefined && { release }),
  ...(source && { source }),
})
