import { componentKey } from './component-key.ts'
import { cyclonedxHashes } from './cyclonedx-hash.ts'
import { nameUuid } from '../name-uuid.ts'
import { licenseName } from '../licenses/spdx.ts'
import { describeBasis, describeChecked } from './scan-report.ts'
import type { ReportComponent, ReportFinding, ScanReport } from './scan-report.ts'

/** SPDX 2.3 as JSON, with advisories as security references: https://spdx.github.io/spdx-spec/v2.3/. */
export function writeSpdx(report: ScanReport): object {
  const { tool, project, components, at } = report
  const ids = components.map((_, index) => `SPDXRef-Package-${index + 1}`)
  const created = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
  const findings = Map.groupBy(report.findings, componentKey)
  const licenses = new CustomLicenses()
  const packages = components.map((component, index) =>
    packageOf(component, {
      id: ids[index]!,
      findings: findings.get(componentKey(component)) ?? [],
      licenses,
    }),
  )
  const comments = commentsOf(report)
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: project.name,
    documentNamespace: `https://spdx.org/spdxdocs/assay-${nameUuid(`urn:assay:spdx:${project.url}:${project.branch}:${at}`)}`,
    creationInfo: { created, creators: [`Tool: ${tool.name}-${tool.version}`] },
    ...(comments !== '' && { comment: comments }),
    documentDescribes: [rootId],
    packages: [rootOf(report), ...packages],
    relationships: relationshipsOf(components, ids),
    ...(licenses.list.length > 0 && { hasExtractedLicensingInfos: licenses.list }),
  }
}

const rootId = 'SPDXRef-Project'

const commentsOf = (report: ScanReport) =>
  [
    report.reportUrl === null ? '' : `Report: ${report.reportUrl}`,
    report.advisories ? `Checked against ${describeBasis(report.advisories)}.` : '',
    describeChecked(report) === null ? '' : `${describeChecked(report)}.`,
    report.incomplete ?? '',
  ]
    .filter((text) => text !== '')
    .join(' ')

const unknownFields = {
  downloadLocation: 'NOASSERTION',
  filesAnalyzed: false,
  licenseConcluded: 'NOASSERTION',
  copyrightText: 'NOASSERTION',
}

const rootOf = ({ project }: ScanReport) => ({
  ...unknownFields,
  SPDXID: rootId,
  name: project.name,
  versionInfo: project.branch,
  licenseDeclared: 'NOASSERTION',
  primaryPackagePurpose: 'APPLICATION',
})

/** Licenses that SPDX has no id for, by text. */
class CustomLicenses {
  readonly list: { licenseId: string; name: string; extractedText: string }[] = []

  idOf(text: string): string {
    const known = this.list.find(({ extractedText }) => extractedText === text)
    if (known) return known.licenseId
    const licenseId = `LicenseRef-${this.list.length + 1}`
    this.list.push({ licenseId, name: text.slice(0, 200), extractedText: text })
    return licenseId
  }
}

interface PackageInput {
  id: string
  findings: readonly ReportFinding[]
  licenses: CustomLicenses
}

function packageOf(component: ReportComponent, { id, findings, licenses }: PackageInput) {
  const { name, version, purl, locations } = component
  const references = [
    ...(purl === null
      ? []
      : [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }]),
    ...findings.filter(({ excluded }) => excluded === null).map(referenceOf),
  ]
  const declared = component.licenses.map((license) =>
    licenseName(license) === null ? licenses.idOf(license) : license,
  )
  const checksums = cyclonedxHashes(component.hashes ?? []).map(({ alg, content }) => ({
    algorithm: alg.replace(/^SHA-/, 'SHA'),
    checksumValue: content,
  }))
  const homepage = component.references?.find(({ type }) => type === 'website')?.url
  return {
    ...unknownFields,
    SPDXID: id,
    name,
    ...(version !== '' && { versionInfo: version }),
    licenseDeclared: declared.length === 0 ? 'NOASSERTION' : declared.join(' AND '),
    primaryPackagePurpose: 'LIBRARY',
    ...(checksums.length > 0 && { checksums }),
    ...(homepage !== undefined && { homepage }),
    ...(locations.length > 0 && { sourceInfo: `Listed in ${locations.join(', ')}` }),
    ...(references.length > 0 && { externalRefs: references }),
  }
}

/** A locator of an advisory is an address: https://spdx.github.io/spdx-spec/v2.3/external-repository-identifiers/ */
const referenceOf = ({ id, page }: ReportFinding) =>
  page === null
    ? { referenceCategory: 'OTHER', referenceType: 'assay-advisory', referenceLocator: id, comment: id }
    : { referenceCategory: 'SECURITY', referenceType: 'advisory', referenceLocator: page, comment: id }

function relationshipsOf(components: readonly ReportComponent[], ids: readonly string[]) {
  const edge = (spdxElementId: string, relationshipType: string, relatedSpdxElement: string) => ({
    spdxElementId,
    relationshipType,
    relatedSpdxElement,
  })
  return [
    edge('SPDXRef-DOCUMENT', 'DESCRIBES', rootId),
    ...components.flatMap(({ isDirect, isTest, requiredBy }, index) => [
      ...(isDirect === true && isTest ? [edge(ids[index]!, 'DEV_DEPENDENCY_OF', rootId)] : []),
      ...(isDirect === true && !isTest ? [edge(rootId, 'DEPENDS_ON', ids[index]!)] : []),
      ...(isDirect !== true && requiredBy.length === 0 ? [edge(rootId, 'CONTAINS', ids[index]!)] : []),
      ...requiredBy.map((parent) => edge(ids[parent]!, 'DEPENDS_ON', ids[index]!)),
    ]),
  ]
}
