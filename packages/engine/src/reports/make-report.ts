import { versionKey } from '../keys.ts'
import { describeViolation, licenseWarnings } from '../licenses/license-words.ts'
import { type AdvisoryText, withUpdates } from '../advisories/advisory-text.ts'
import { toQuery, appliesTo } from '../advisories/package-query.ts'
import { describeEvidence } from '../advisories/describe-evidence.ts'
import { findFixes, noFixes } from '../advisories/find-fixes.ts'
import { formatAffected } from '../advisories/version-range.ts'
import { usageFinder } from '../usage/find-usage.ts'
import { withUsage } from '../usage/usage-evidence.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { AffectedVersion, FoundFinding } from '../lifetimes/finding.ts'
import { compareText } from '../lifetimes/packages.ts'
import { whyIncomplete } from '../coverage.ts'
import { pathFinder } from '../paths-from-root.ts'
import { isCleared } from '../policies/vex.ts'
import type { VexAssessment } from '../policies/vex.ts'
import type { Rules, ScanResult } from '../scan-result.ts'
import type { ScanInput } from '../scan.ts'
import { fromWireSeverity, wireSeverities } from '../vocabulary.ts'
import { assumedCvss } from '../scoring/security-penalty.ts'
import { describeNoImpact } from './describe-no-impact.ts'
import { advisoryPage, displayId } from '../advisories/public-id.ts'
import type { AdvisoryBasis, ReportComponent, ReportFinding, ScanReport } from './scan-report.ts'

export interface ReportInput extends Pick<ScanReport, 'tool' | 'project' | 'at'> {
  result: ScanResult
  minimumScores: Rules['minimumScores']
  coverageStrictness?: Rules['coverageStrictness']
  advisories: AdvisoryBasis
  /** By advisory uuid; without an entry, an advisory has no texts. */
  texts: ReadonlyMap<string, AdvisoryText>
  indexes: ScanInput['indexes']
  /** Absent if no releases are known. */
  releasesOf?: ScanInput['releasesOf']
  /** Maximum number of dependency paths per finding. */
  pathLimit: number
}

/** Creates the report of a scan without a server, with advisory texts. */
export function makeReport(input: ReportInput): ScanReport {
  const { result, tool, project, at, minimumScores, advisories } = input
  const { security, stability, licensing } = result.scores
  return {
    tool,
    project,
    reportUrl: null,
    at,
    outcome: result.outcome,
    scores: { security, stability, licensing },
    measured: result.measured,
    coverage: result.coverage,
    incomplete: whyIncomplete(result.coverage, input.coverageStrictness),
    minimumScores,
    advisories,
    findings: findingsOf(input),
    ...(result.inventory.usage && { searched: result.inventory.usage.searched }),
    libyears: result.libyears,
    unknownReleases: result.ages.filter(({ hasKnownReleases }) => !hasKnownReleases).length,
    components: componentsOf(result),
    issues: result.issues,
    rules: [],
  }
}

function findingsOf(input: ReportInput): ReportFinding[] {
  const places = findPlaces(input)
  const pairs = input.result.findings.flatMap((finding) =>
    finding.versions.map((affected) => ({ finding, affected })),
  )
  return pairs.map((pair) => findingOf({ ...pair, places, input })).sort(worstFirst)
}

const order = wireSeverities.map(fromWireSeverity)

/** Unrated after the rated ones, as an unknown severity is none that can be compared. */
const rankOf = ({ severity, category }: ReportFinding) =>
  category === 'malware' ? 0 : order.indexOf(severity)

const isExcluded = ({ excluded }: ReportFinding) => Number(excluded !== null)

const isNotSeen = ({ usage }: ReportFinding) => Number(usage?.state === 'not-seen')

/** A package that no source was seen to load comes after the others of its severity. */
function worstFirst(a: ReportFinding, b: ReportFinding): number {
  return (
    isExcluded(a) - isExcluded(b) ||
    rankOf(a) - rankOf(b) ||
    isNotSeen(a) - isNotSeen(b) ||
    assumedCvss(b) - assumedCvss(a) ||
    compareText(a.name, b.name) ||
    compareText(a.id, b.id)
  )
}

interface Pair {
  finding: FoundFinding
  affected: AffectedVersion
  places: ReturnType<typeof findPlaces>
  input: ReportInput
}

function findingOf({ finding, affected, places, input }: Pair): ReportFinding {
  const { advisoryUuid, cve, severity, cvss, category, displayName: name, fixedVersions } = finding
  const { version, evidence, locations, vex = null } = affected
  const ecosystem = ecosystemById(finding.ecosystem)
  const updates = affected.updates ?? []
  const text = withUpdates(
    input.texts.get(advisoryUuid),
    updates.map((uuid) => input.texts.get(uuid)),
  )
  const packageQuery = toQuery({ ...affected, name })
  const about = text.affected.filter((each) => appliesTo(ecosystem, each, packageQuery))
  const id = displayId(finding)
  const ids = [...text.aliases, ...evidence.map(({ recordId }) => recordId)]
  const index = input.indexes(finding.ecosystem)
  const facts = index
    ?.match(packageQuery.name, packageQuery.version, packageQuery.release)
    .find((match) => match.facts.advisoryUuid === advisoryUuid)?.facts
  const releases = input.releasesOf?.(finding.ecosystem, ecosystem.normalizeName(finding.packageName)) ?? null
  const fixes = index ? findFixes({ ...packageQuery, ecosystem, index, releases }) : noFixes
  return {
    advisoryUuid,
    id,
    cve,
    aliases: [...new Set(ids)].filter((each) => each !== id),
    summary: text.summary,
    description: text.description,
    severity,
    cvss,
    vector: text.cvss ? { version: text.cvss.version, text: text.cvss.vector } : null,
    cwes: text.cwes,
    links: text.links,
    page: advisoryPage(id, text.links),
    isUncertain: affected.isUncertain ?? false,
    category,
    language: ecosystem.languages[0],
    knownExploited: facts?.knownExploited ?? false,
    epss: facts?.epss ?? null,
    name,
    version,
    locations,
    ...places(finding, version),
    ...(finding.usage && { usage: finding.usage }),
    versionRange: formatAffected(ecosystem, about),
    fixedVersions,
    fixesThis: fixes.fixOf(advisoryUuid),
    recommended: fixes.recommended,
    safeVersions: fixes.safeVersions,
    evidence: evidence.map((each) => describeEvidence(each, affected.origin)),
    excluded:
      describeExclusion(finding, input) ??
      (vex && isCleared(vex) ? describeAssessment(vex) : describeNoImpact(finding)),
    vex,
  }
}

/** Without a server, only exclusions of the repository apply. */
function describeExclusion({ exclusionUuid }: FoundFinding, { result }: ReportInput) {
  const found = (result.inventory.exclusions ?? []).find(({ uuid }) => uuid === exclusionUuid)
  if (!found) return null
  const { path, reason, description } = found.repository
  return { uuid: found.uuid, reason, description, repositoryFile: path }
}

function describeAssessment({ status, justification, detail }: VexAssessment) {
  const words = [justification?.replaceAll('_', ' ') ?? '', detail].filter((each) => each !== '')
  return { reason: `VEX: ${status.replaceAll('_', ' ')}`, description: words.join(': ') }
}

/** The component of an affected version, and its dependency paths. */
function findPlaces({ result: { inventory }, pathLimit }: ReportInput) {
  const { components } = inventory
  const indexes = Map.groupBy(components.keys(), (index) => {
    const { ecosystem: id, name, version } = components[index]!
    return id === null ? '' : versionKey(id, ecosystemById(id).normalizeName(name), version)
  })
  const pathsTo = pathFinder(
    components.map(({ isDirect, requiredBy }, key) => ({ key, isDirect, requiredBy })),
  )
  const spell = (index: number) => `${components[index]!.name}:${components[index]!.version}`
  return ({ ecosystem, packageName }: FoundFinding, version: string) => {
    const own = indexes.get(versionKey(ecosystem, packageName, version)) ?? []
    const paths = own.flatMap((index) => pathsTo(index, pathLimit)).sort((a, b) => a.length - b.length)
    const layer = own.map((index) => components[index]!.layer).find((each) => each !== undefined)
    return {
      ...(layer && { layer }),
      purl: own.map((index) => components[index]!.purl).find((purl) => purl !== null) ?? null,
      paths: paths.slice(0, pathLimit).map((path) => path.map(spell)),
    }
  }
}

function componentsOf({ inventory, licenses, outdated, ages, warnings }: ScanResult): ReportComponent[] {
  const reasons = Map.groupBy(warnings, ({ component }) => component)
  const usageOf = usageFinder(inventory)
  const newer = new Map(outdated.map(({ component, ...steps }) => [component, steps]))
  return inventory.components.map((component, index) => {
    const { ecosystem, name, version, purl, isDirect, scope, locations, requiredBy } = component
    const { hashes, references, source, copyright, layer, sureness } = component
    const usage = usageOf(component.ecosystem, component.name)
    const evidence = withUsage(component.evidence, usage)
    const verdict = licenses[index]!
    const steps = newer.get(index)
    return {
      language: ecosystem === null ? 'other' : ecosystemById(ecosystem).languages[0],
      name,
      version,
      purl,
      isDirect,
      isTest: scope === 'test',
      locations,
      licenses: verdict.licenses,
      licenseSource: verdict.origin.source,
      licenseRegistry: verdict.origin.registry,
      warnings: verdict.warning === null ? [] : [licenseWarnings[verdict.warning]],
      violations: verdict.violations.map(describeViolation),
      newer: steps
        ? {
            latestPatch: steps.latestPatch,
            latestMinor: steps.latestMinor,
            latestMajor: steps.latestMajor,
          }
        : null,
      libyears: ages[index]!.libyears,
      stability: (reasons.get(index) ?? []).map(({ reason }) => reason),
      requiredBy,
      ...(hashes && { hashes }),
      ...(references && { references }),
      ...(source && { source }),
      ...(copyright !== undefined && { copyright }),
      ...(layer && { layer }),
      ...(sureness && { sureness }),
      ...(evidence && { evidence }),
      ...(usage && { usage: usage.state }),
    }
  })
}
