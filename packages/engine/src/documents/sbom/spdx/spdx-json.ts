import type { DocumentReader, ReadResult, SourceDocument } from '../../../inventory.ts'
import { issueLog } from '../../parsers/issue-log.ts'
import type { IssueLog } from '../../parsers/issue-log.ts'
import { type JsonDocument, readJson } from '../../parsers/json-document.ts'
import { isRecord, listOf, quote, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { readSpdx } from './spdx-inventory.ts'
import type { SpdxDocument, SpdxPackage } from './spdx-model.ts'
import { edgeOf } from './spdx-relationships.ts'
import { ownProperty } from '../../../own-property.ts'

/** SPDX 2.2 and 2.3 JSON; other 2.x versions are read with an issue. Source: https://spdx.github.io/spdx-spec/ */
export const spdxJson: DocumentReader = {
  id: 'spdx-json',
  matchesPath: (fileName) => /^(?:.*[._-])?spdx(?:[._-]2.*)?\.json$/i.test(fileName),
  recognizes: isSpdx,
  read,
}

/** The type of an external reference can also be a URL that ends with it. */
export function isPurlType(type: string): boolean {
  return /(?:^|\/)purl$/i.test(type)
}

/** Logs unknown versions, which are read nevertheless. */
export function checkVersion(version: string, log: IssueLog, where: string): void {
  if (version === 'SPDX-2.2' || version === 'SPDX-2.3') return
  const message = `${quote(version)} is not among the known versions SPDX-2.2 and SPDX-2.3; it was read like them.`
  log.add('spec-version-unknown', message, where)
}

function isSpdx(json: unknown): json is Record<string, unknown> {
  return isRecord(json) && textOf(json['spdxVersion']).startsWith('SPDX-2')
}

function read(document: SourceDocument): ReadResult {
  return readSpdxObject(readJson(document), document.path)
}

/** Reads the JSON structure, from JSON or YAML. */
export function readSpdxObject({ json, issues }: JsonDocument, path: string): ReadResult {
  if (json === undefined) return { inventory: null, issues }
  if (!isSpdx(json)) {
    const message = "The file is not SPDX 2: its spdxVersion is not 'SPDX-2.…'."
    return { inventory: null, issues: [{ code: 'document-unknown', message, where: path }] }
  }
  const log = issueLog(path)
  for (const { code, message, where } of issues) log.add(code, message, where)
  checkVersion(textOf(json['spdxVersion']), log, `${path}#/spdxVersion`)
  for (const list of ['packages', 'relationships']) {
    if (ownProperty(json, list) === undefined || Array.isArray(ownProperty(json, list))) continue
    log.add(`${list}-invalid`, `The ${list} are not a list and were left out.`, `${path}#/${list}`)
  }
  return readSpdx(toDocument(json, path), path, log)
}

function toDocument(json: Record<string, unknown>, path: string): SpdxDocument {
  const idsIn = (list: string) =>
    listOf(ownProperty(json, list)).map((each) => textOf(recordOf(each)['SPDXID']))
  const licenses = listOf(json['hasExtractedLicensingInfos']).map(recordOf)
  const packages = listOf(json['packages']).map((each, index) =>
    toPackage(recordOf(each), () => `${path}#/packages/${index}`),
  )
  return {
    format: shortTextOf(json['spdxVersion']).replace('-', ' '),
    packages,
    edges: listOf(json['relationships']).flatMap((each, index) =>
      toEdge(each, `${path}#/relationships/${index}`),
    ),
    describes: listOf(json['documentDescribes']).map(textOf),
    others: new Set([textOf(json['SPDXID']) || 'SPDXRef-DOCUMENT', ...idsIn('files'), ...idsIn('snippets')]),
    licenseNames: new Map(licenses.map((each) => [textOf(each['licenseId']), shortTextOf(each['name'])])),
    vex: [],
  }
}

function toPackage(json: Record<string, unknown>, location: () => string): SpdxPackage {
  const references = listOf(json['externalRefs']).map(recordOf)
  const checksums = listOf(json['checksums']).map((checksum) => {
    const { algorithm, checksumValue } = recordOf(checksum)
    return { algorithm: shortTextOf(algorithm), value: shortTextOf(checksumValue) }
  })
  return {
    id: textOf(json['SPDXID']),
    name: shortTextOf(json['name']),
    version: shortTextOf(json['versionInfo']),
    purls: references
      .filter(({ referenceType }) => isPurlType(textOf(referenceType)))
      .map(({ referenceLocator }) => textOf(referenceLocator))
      .filter((purl) => purl !== ''),
    licenseDeclared: shortTextOf(json['licenseDeclared']),
    licenseConcluded: shortTextOf(json['licenseConcluded']),
    copyright: shortTextOf(json['copyrightText']),
    checksums: checksums.filter(({ algorithm, value }) => algorithm !== '' && value !== ''),
    download: shortTextOf(json['downloadLocation']),
    sourceInfo: shortTextOf(json['sourceInfo']),
    purpose: textOf(json['primaryPackagePurpose']).toUpperCase(),
    location,
  }
}

function toEdge(json: unknown, where: string) {
  const { spdxElementId, relationshipType, relatedSpdxElement } = recordOf(json)
  const [from, to] = [textOf(spdxElementId), textOf(relatedSpdxElement)]
  return edgeOf({ from, type: textOf(relationshipType), to }, () => where) ?? []
}
