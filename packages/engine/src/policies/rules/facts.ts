import { versionKey } from '../../keys.ts'
import { displayId } from '../../advisories/public-id.ts'
import type { Component } from '../../inventory.ts'
import type { OpenFinding } from '../../lifetimes/finding.ts'
import { dayMs } from '../../time.ts'
import type { Domain, Severity } from '../../vocabulary.ts'
import type { SbomQuality } from '../../quality/sbom-lacks.ts'
import { isOverdue } from '../due-day.ts'
import type { Subject, Subjects } from './evaluate-rules.ts'
import { decideSsvc } from './ssvc.ts'
import type { Facts } from './words.ts'

/** An open finding with what rules ask of it. null stands for what is not known. */
export interface FindingFacts extends Pick<
  OpenFinding,
  'ecosystem' | 'packageName' | 'displayName' | 'advisoryUuid'
> {
  cve: string | null
  publicId: string | null
  severity: Severity
  cvss: number | null
  isKnownExploited: boolean | null
  epss: number | null
  epssPercentile: number | null
  /** A CVSS vector. */
  vector: string | null
  /** Epoch ms. */
  introducedAt: number
  publishedAt: number | null
  fixedVersions: readonly string[]
  isMalware: boolean
  /** The last day on which it is in time, in days since 1970; null without one. */
  dueDay: number | null
  isNew: boolean | null
  isDirect: boolean | null
  versions: readonly string[]
}

/** A component of the inventory, as stored. */
export interface ComponentFacts extends Pick<
  Component,
  'name' | 'version' | 'purl' | 'isDirect' | 'sureness'
> {
  ecosystem: string | null
  packageName: string
  scope: string
  /** Years; null if unknown. */
  libyears: number | null
  /** Warnings, as sentences. */
  stability: readonly string[]
  licenses: readonly string[]
  /** Names of the violated license policies. */
  violations: readonly string[]
  isNew: boolean | null
}

export interface ScanFacts {
  /** Epoch ms. */
  now: number
  project: { name: string; url: string; tags: readonly string[] }
  branch: string
  isTargetBranch: boolean
  /** Of the project, with those above. */
  groups: readonly string[]
  coverage: { isComplete: boolean; listed: number; checked: number }
  /** null without an SBOM that was assessed. */
  sbom: SbomQuality | null
  /** null: not measured. */
  scores: Record<Domain, number | null>
  findings: readonly FindingFacts[]
  components: readonly ComponentFacts[]
}

/** The findings, components and scan that rules are evaluated with, made when they are asked for. */
export function subjectsOf(scan: ScanFacts): Subjects {
  const shared = sharedFacts(scan)
  const byVersion = new Map(scan.components.map((each) => [keyOf(each, each.version), each]))
  return {
    finding: once(() => scan.findings.map((each) => describeFinding(each, { scan, shared, byVersion }))),
    component: once(() => scan.components.map((each) => describeComponent(each, shared))),
    scan: () => [{ key: '', label: scan.project.name, facts: shared }],
  }
}

const keyOf = (
  { ecosystem, packageName }: Pick<ComponentFacts, 'ecosystem' | 'packageName'>,
  version: string,
) => versionKey(ecosystem ?? '', packageName, version)

/** Several rules ask for the same. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

function sharedFacts({
  project,
  branch,
  isTargetBranch,
  groups,
  coverage,
  sbom,
  scores,
  findings,
}: ScanFacts): Facts {
  return {
    project: { ...project, branch, default_branch: isTargetBranch },
    group: { names: groups },
    coverage: { complete: coverage.isComplete, listed: coverage.listed, checked: coverage.checked },
    sbom: known({ quality: sbom?.met ?? null, missing: sbom?.missing ?? null }),
    scan: { ...known(scores), findings: findings.length },
  }
}

interface FindingContext {
  scan: ScanFacts
  shared: Facts
  byVersion: ReadonlyMap<string, ComponentFacts>
}

function describeFinding(finding: FindingFacts, { scan, shared, byVersion }: FindingContext): Subject {
  const { ecosystem, packageName, displayName, advisoryUuid, versions } = finding
  const [version = ''] = versions
  const id = displayId(finding)
  const component = byVersion.get(keyOf(finding, version))
  const { coordinator, deployer } = decideSsvc({ ...finding, tags: scan.project.tags })
  const since = Math.max(finding.introducedAt, finding.publishedAt ?? 0)
  const own = {
    id,
    package: displayName,
    severity: finding.severity,
    // Days of the calendar, as for due dates.
    age_days: Math.max(0, dayOf(scan.now) - dayOf(since)),
    overdue: isOverdue(finding.dueDay, dayOf(scan.now)),
    fix_available: finding.fixedVersions.length > 0,
    fixed_versions: finding.fixedVersions,
    malware: finding.isMalware,
    ssvc: coordinator,
    ssvc_deployer: deployer,
    ...known({
      cvss: finding.cvss,
      kev: finding.isKnownExploited,
      epss: finding.epss,
      epss_percentile: finding.epssPercentile,
      published_days: finding.publishedAt === null ? null : wholeDays(scan.now - finding.publishedAt),
      new: finding.isNew,
      direct: finding.isDirect,
    }),
  }
  const placeholder = { name: displayName, version, ...known({ ecosystem }) }
  return {
    key: `${advisoryUuid} ${ecosystem} ${packageName}`,
    label: `${id} in ${displayName} ${versions.join(', ')}`,
    facts: {
      ...shared,
      ...(component ? componentFacts(component) : { component: placeholder }),
      finding: own,
    },
  }
}

const describeComponent = (component: ComponentFacts, shared: Facts): Subject => ({
  key: component.purl ?? `${component.name}@${component.version}`,
  label: `${component.name} ${component.version}`,
  facts: { ...shared, ...componentFacts(component) },
})

/** Warnings are stored as sentences: stability/find-warnings.ts. */
const hasWarning = ({ stability }: ComponentFacts, start: RegExp) =>
  stability.some((text) => start.test(text))

function componentFacts(component: ComponentFacts): Facts {
  const { name, version, licenses, violations, libyears } = component
  return {
    component: {
      name,
      version,
      scope: component.scope === 'test' ? 'test' : 'runtime',
      deprecated: hasWarning(component, /^(?:Deprecated|Unmaintained)/),
      end_of_life: hasWarning(component, /^End of life/),
      ...known({
        ecosystem: component.ecosystem,
        purl: component.purl,
        direct: component.isDirect,
        used: component.sureness === 'guessed' ? null : component.scope !== 'test',
        days_behind: libyears === null ? null : Math.round(libyears * 365.25),
        new: component.isNew,
      }),
    },
    license: { ids: licenses, known: licenses.length > 0, violations },
  }
}

const dayOf = (ms: number) => Math.floor(ms / dayMs)
const wholeDays = (ms: number) => Math.max(0, Math.floor(ms / dayMs))

type Known<T> = { [K in keyof T]?: NonNullable<T[K]> }

/** Without what is not known. */
const known = <T extends Record<string, boolean | number | string | readonly string[] | null>>(
  facts: T,
): Known<T> => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)) as Known<T>
