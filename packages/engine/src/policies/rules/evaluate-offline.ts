import { toQuery } from '../../advisories/package-query.ts'
import { blockingGaps } from '../../coverage.ts'
import { ecosystemById } from '../../ecosystems.ts'
import type { Component } from '../../inventory.ts'
import { documentsOf } from '../../lifetimes/scanned-documents.ts'
import { isCounted } from '../../lifetimes/counts.ts'
import type { FoundFinding } from '../../lifetimes/finding.ts'
import { qualityOf } from '../../quality/sbom-lacks.ts'
import type { ScanResult } from '../../scan-result.ts'
import type { Rule, RuleResult } from '../rule.ts'
import { compileRule } from './compile-rule.ts'
import { evaluateRules } from './evaluate-rules.ts'
import { type ComponentFacts, type FindingFacts, subjectsOf } from './facts.ts'

/**
 * Words about what only a server keeps: lists of exploited vulnerabilities and EPSS, earlier scans, target branches, due
 * dates, releases, tags and groups.
 */
const unknownOffline: ReadonlySet<string> = new Set([
  'finding.kev',
  'finding.epss',
  'finding.epss_percentile',
  'finding.ssvc',
  'finding.ssvc_deployer',
  'finding.age_days',
  'finding.overdue',
  'finding.new',
  'component.new',
  'component.days_behind',
  'license.violations',
  'project.tags',
  'project.default_branch',
  'group.names',
])

interface OfflineScan {
  result: ScanResult
  /** Epoch ms. */
  now: number
  project: { name: string; url: string; branch: string }
  /** false: the remaining evaluations are left out and reported. */
  hasTimeLeft: () => boolean
}

const maxHits = 100

/**
 * Evaluates the rules of repositories without a server. A rule with a word that cannot be known then is not evaluated,
 * which its result says: it never passes in silence.
 */
export function evaluateOffline({ result, now, project, hasTimeLeft }: OfflineScan): RuleResult[] {
  const { inventory, findings, scores, measured, coverage } = result
  const subjects = subjectsOf({
    now,
    project: { name: project.name, url: project.url, tags: [] },
    branch: project.branch,
    isTargetBranch: true,
    groups: [],
    sbom: qualityOf(documentsOf(inventory)),
    coverage: { ...coverage, isComplete: blockingGaps(coverage).length === 0 },
    scores: {
      security: measured.security ? scores.security : null,
      stability: measured.stability ? scores.stability : null,
      licensing: measured.licensing ? scores.licensing : null,
    },
    findings: findings.filter(isCounted).map((finding) => findingFacts(finding, now)),
    components: componentFacts(result),
  })
  return (inventory.rules ?? []).flatMap((rule) => {
    const unknown = (compileRule(rule.condition).rule?.words ?? []).filter((word) => unknownOffline.has(word))
    return unknown.length > 0
      ? [notEvaluated(rule, unknown)]
      : evaluateRules([rule], subjects, { maxHits, hasTimeLeft })
  })
}

function notEvaluated({ uuid, name, effect, mode, file }: Rule, words: readonly string[]): RuleResult {
  const none = { hitCount: 0, undecidedCount: 0, passedUnknown: 0, hits: [], fails: false }
  const issues = [`Not evaluated: ${words.join(', ')} cannot be known offline.`]
  return { uuid, name, kind: 'condition', effect, mode, file, ...none, issues }
}

function findingFacts({ versions, category, ...finding }: FoundFinding, now: number): FindingFacts {
  const isDirect = versions.some((each) => each.isDirect === true)
  const isUnknown = versions.some((each) => each.isDirect === null)
  return {
    ...finding,
    versions: versions.map(({ version }) => version),
    isMalware: category === 'malware',
    isDirect: isDirect || (isUnknown ? null : false),
    introducedAt: now,
    isKnownExploited: null,
    epss: null,
    epssPercentile: null,
    vector: null,
    dueDay: null,
    isNew: null,
  }
}

function componentFacts({ inventory: { components }, licenses, warnings }: ScanResult): ComponentFacts[] {
  const reasons = Map.groupBy(warnings, ({ component }) => component)
  return components.map((component, index) => ({
    ...component,
    packageName: packageNameOf(component),
    stability: (reasons.get(index) ?? []).map(({ reason }) => reason),
    licenses: licenses[index]?.licenses ?? [],
    violations: [],
    libyears: null,
    isNew: null,
  }))
}

/** As findings name it. */
const packageNameOf = (component: Component): string =>
  component.ecosystem === null
    ? component.name
    : ecosystemById(component.ecosystem).normalizeName(toQuery(component).name)
