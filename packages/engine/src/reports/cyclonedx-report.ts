import { usageProperties } from '../usage/usage-evidence.ts'
import { cyclonedxEvidence } from './cyclonedx-evidence.ts'
import { cyclonedxHashes } from './cyclonedx-hash.ts'
import { licenseName } from '../licenses/spdx.ts'
import { describeBasis, describeChecked, describeFixes } from './scan-report.ts'
import { advisoryPage } from '../advisories/public-id.ts'
import type { ReportComponent, ReportFinding, ScanReport } from './scan-report.ts'
import { ownProperty } from '../own-property.ts'

/** CycloneDX 1.6 with the vulnerabilities found: https://cyclonedx.org/docs/1.6/json/ */
export function writeCyclonedx(report: ScanReport): object {
  const { tool, project, components } = report
  const refs = nameRefs(components)
  const properties = propertiesOf(report)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(report.at).toISOString(),
      tools: { components: [{ type: 'application', ...tool }] },
      component: {
        type: 'application',
        'bom-ref': rootRef,
        name: project.name,
        version: project.branch,
        ...(report.reportUrl !== null && {
          externalReferences: [{ type: 'vulnerability-assertion', url: report.reportUrl }],
        }),
      },
      ...(properties.length > 0 && { properties }),
    },
    components: components.map((component, index) => componentOf(component, refs[index]!)),
    dependencies: dependenciesOf(components, refs),
    vulnerabilities: vulnerabilitiesOf(report, refs),
  }
}

const propertiesOf = (report: ScanReport) =>
  Object.entries({
    'assay:advisories': report.advisories && describeBasis(report.advisories),
    'assay:coverage': describeChecked(report),
    'assay:incomplete': report.incomplete,
  }).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))

const rootRef = 'project'

/** References must be unique; components with one package URL can differ in files or scope. */
function nameRefs(components: readonly ReportComponent[]): string[] {
  const taken = new Map<string, number>([[rootRef, 1]])
  return components.map((component) => {
    const ref = component.purl ?? keyOf(component)
    const count = (taken.get(ref) ?? 0) + 1
    taken.set(ref, count)
    return count === 1 ? ref : `${ref}#${count}`
  })
}

const keyOf = ({ language, name, version }: Pick<ReportComponent, 'language' | 'name' | 'version'>) =>
  `${language}:${name}@${version}`

const componentOf = (component: ReportComponent, ref: string) => ({
  type: 'library',
  'bom-ref': ref,
  name: component.name,
  version: component.version,
  ...(component.purl !== null && { purl: component.purl }),
  scope: component.isTest ? 'excluded' : 'required',
  ...hashesOf(component),
  ...(component.licenses.length > 0 && { licenses: component.licenses.map(licenseOf) }),
  ...(component.copyright !== undefined && { copyright: component.copyright }),
  ...(component.references && { externalReferences: component.references }),
  ...evidenceOf(component),
  ...(component.usage && { properties: usageProperties(component.usage) }),
})

function evidenceOf(component: ReportComponent) {
  const evidence = cyclonedxEvidence(component)
  return evidence && { evidence }
}

function hashesOf({ hashes = [] }: ReportComponent) {
  const written = cyclonedxHashes(hashes)
  return written.length > 0 && { hashes: written }
}

const licenseOf = (license: string) => ({
  license: licenseName(license) === null ? { name: license } : { id: license },
})

/** Empty if no document had a dependency graph. */
function dependenciesOf(components: readonly ReportComponent[], refs: readonly string[]) {
  const dependsOn = new Map<string, Set<string>>()
  const add = (from: string, to: string) => {
    const known = dependsOn.get(from)
    if (known) known.add(to)
    else dependsOn.set(from, new Set([to]))
  }
  for (const [index, { isDirect, requiredBy }] of components.entries()) {
    if (isDirect === true) add(rootRef, refs[index]!)
    for (const parent of requiredBy) add(refs[parent]!, refs[index]!)
  }
  return [...dependsOn].map(([ref, to]) => ({ ref, dependsOn: [...to] }))
}

/** One entry per advisory and assessment, since components can be assessed differently. */
function vulnerabilitiesOf({ findings, components }: ScanReport, refs: readonly string[]) {
  const refsByKey = Map.groupBy(refs.keys(), (index) => keyOf(components[index]!))
  const byEntry = Map.groupBy(
    findings,
    ({ advisoryUuid, vex }) => `${advisoryUuid}\n${vex ? JSON.stringify(vex) : ''}`,
  )
  return [...byEntry.values()].map((same) => {
    const indexes = same.flatMap((finding) => [...(refsByKey.get(keyOf(finding)) ?? [])])
    const vulnerability = vulnerabilityOf(same[0]!, recommendationOf(same))
    return { ...vulnerability, affects: [...new Set(indexes)].map((at) => ({ ref: refs[at]! })) }
  })
}

/** One sentence per affected version with a fix; null if none has one. */
function recommendationOf(findings: readonly ReportFinding[]): string | null {
  const sentences = findings
    .filter(({ fixesThis }) => fixesThis !== null)
    .map((finding) => `Upgrade ${finding.name} ${finding.version} to ${describeFixes(finding)}.`)
  return sentences.length === 0 ? null : [...new Set(sentences)].join(' ')
}

function vulnerabilityOf(finding: ReportFinding, target: string | null) {
  const { id, advisoryUuid, aliases, cwes, summary, description, links } = finding
  const pages = links.map(({ url }) => url).filter((url) => /^https?:\/\//.test(url))
  return {
    id,
    source: sourceOf(id),
    ...(aliases.length > 0 && {
      references: aliases.map((alias) => ({ id: alias, source: sourceOf(alias) })),
    }),
    ratings: [ratingOf(finding)],
    ...(cwes.length > 0 && { cwes: cwes.map((cwe) => Number(cwe.replace('CWE-', ''))) }),
    ...(summary !== '' && { description: summary }),
    ...(description !== '' && { detail: description }),
    ...(target !== null && { recommendation: target }),
    ...(pages.length > 0 && { advisories: [...new Set(pages)].map((url) => ({ url })) }),
    ...(finding.vex && { analysis: analysisOf(finding.vex) }),
    properties: [{ name: 'assay:advisory', value: advisoryUuid }],
  }
}

/** By id prefix, as listed in https://ossf.github.io/osv-schema/#id-modified-fields. */
export const sourceOf = (id: string) => {
  const page = advisoryPage(id, [])
  const url = page === null ? {} : { url: page }
  if (id.startsWith('CVE-')) return { name: 'NVD', ...url }
  if (id.startsWith('GHSA-')) return { name: 'GitHub', ...url }
  return { name: id.startsWith('MET-') || id.startsWith('ASY-') ? 'Assay' : 'OSV', ...url }
}

const methods = { '2.0': 'CVSSv2', '3.0': 'CVSSv3', '3.1': 'CVSSv31', '4.0': 'CVSSv4' }

const ratingOf = ({ severity, cvss, vector }: ReportFinding) => ({
  ...(cvss !== null && { score: cvss }),
  severity,
  ...(vector && { method: methods[vector.version], vector: vector.text }),
})

export const states = {
  affected: 'exploitable',
  not_affected: 'not_affected',
  fixed: 'resolved',
  under_investigation: 'in_triage',
}

/** The justifications CycloneDX supports for not_affected; others are added to the detail. */
const justifications: Record<string, string> = {
  code_not_present: 'code_not_present',
  code_not_reachable: 'code_not_reachable',
  requires_configuration: 'requires_configuration',
  requires_dependency: 'requires_dependency',
  requires_environment: 'requires_environment',
  protected_by_compiler: 'protected_by_compiler',
  protected_at_runtime: 'protected_at_runtime',
  protected_at_perimeter: 'protected_at_perimeter',
  protected_by_mitigating_control: 'protected_by_mitigating_control',
  component_not_present: 'code_not_present',
  vulnerable_code_not_present: 'code_not_present',
  vulnerable_code_not_in_execute_path: 'code_not_reachable',
  inline_mitigations_already_exist: 'protected_by_mitigating_control',
}

function analysisOf({ status, justification, detail }: NonNullable<ReportFinding['vex']>) {
  const known = justification === null ? undefined : ownProperty(justifications, justification)
  const words = [known === undefined ? justification : null, detail].filter((each) => each)
  return {
    state: states[status],
    ...(known && { justification: known }),
    ...(words.length > 0 && { detail: words.join(': ') }),
  }
}
