import type { Component, DocumentReader, SourceDocument } from '../../../inventory.ts'
import { type IssueLog, issueLog } from '../../parsers/issue-log.ts'
import { readJson } from '../../parsers/json-document.ts'
import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import type { Listed } from '../component-list.ts'
import { purlOfKind } from './package-kinds.ts'
import { type ReportedPackage, readToolReport, reportFound } from './tool-report.ts'

// https://trivy.dev/docs/latest/configuration/reporting/#json

/** Trivy's own format. */
export const trivyJson: DocumentReader = {
  id: 'trivy-json',
  matchesPath: (fileName) => /^(?:.*[._-])?trivy(?:[._-].*)?\.json$/i.test(fileName),
  recognizes: isTrivy,
  read,
}

function isTrivy(json: unknown): json is Record<string, unknown> {
  return isRecord(json) && 'SchemaVersion' in json && ('ArtifactName' in json || 'Results' in json)
}

type Json = Record<string, unknown>

function read(document: SourceDocument) {
  const { path } = document
  const { json, issues } = readJson(document)
  if (!isTrivy(json)) {
    const unknown = { code: 'document-unknown', message: 'The file is not Trivy JSON.', where: path }
    return { inventory: null, issues: json === undefined ? issues : [unknown] }
  }
  const log = issueLog(path)
  for (const { code, message, where } of issues) log.add(code, message, where)
  const metadata = recordOf(json['Metadata'])
  const system = recordOf(metadata['OS'])
  return readToolReport(
    {
      path,
      format: `Trivy JSON ${String(Number(json['SchemaVersion']) || '')}`.trimEnd(),
      subject: shortTextOf(json['ArtifactName']).replace(/(?<=[^/]):[\w.-]+$/, ''),
      distribution: { name: textOf(system['Family']), version: textOf(system['Name']) },
      ...readResults(json, { path, log, layers: listOf(metadata['DiffIDs']).map(textOf) }),
    },
    log,
  )
}

interface Reading {
  path: string
  log: IssueLog
  layers: readonly string[]
}

function readResults(json: Json, reading: Reading): { packages: ReportedPackage[]; isPartial: boolean } {
  const results = listOf(json['Results']).map(recordOf)
  const packages: ReportedPackage[] = []
  let vulnerabilities = 0
  let isPartial = false
  for (const [at, result] of results.entries()) {
    const found = listOf(result['Vulnerabilities']).map(recordOf)
    const listed = listOf(result['Packages']).map(recordOf)
    vulnerabilities += found.length
    const isOfPackages = textOf(result['Class']).endsWith('-pkgs') || found.length > 0
    if (isOfPackages && listed.length === 0) isPartial = true
    const entries = listed.length > 0 ? listed : packagesOf(found)
    for (const [index, entry] of entries.entries()) {
      const location = () => `${reading.path}#/Results/${at}/Packages/${index}`
      packages.push(toPackage(entry, result, { ...reading, location }))
    }
  }
  reportFound({ tool: 'Trivy', vulnerabilities, isPartial }, reading)
  return { packages, isPartial }
}

/** Without '--list-all-pkgs', packages are only named by their vulnerabilities. */
const packagesOf = (found: readonly Json[]): Json[] =>
  found.map((each) => ({
    ID: each['PkgID'],
    Name: each['PkgName'],
    Version: each['InstalledVersion'],
    Identifier: each['PkgIdentifier'],
    FilePath: each['PkgPath'],
    Layer: each['Layer'],
  }))

function toPackage(
  entry: Json,
  result: Json,
  { path, layers, location }: Reading & { location: () => string },
): ReportedPackage {
  const { UID, PURL } = recordOf(entry['Identifier'])
  const relationship = textOf(entry['Relationship'])
  const target = textOf(result['Class']) === 'lang-pkgs' ? textOf(result['Target']) : ''
  const file = shortTextOf(textOf(entry['FilePath']) || target)
  const index = layers.indexOf(textOf(recordOf(entry['Layer'])['DiffID']))
  const layer = index === -1 ? undefined : { index, diffId: layers[index]!, instruction: '', isBase: null }
  const source = sourceOf(entry)
  const listed: Listed = {
    // Reports of before 2024 have no package URLs.
    purl:
      shortTextOf(PURL) ||
      purlOfKind(textOf(result['Type']), {
        name: shortTextOf(entry['Name']),
        version: shortTextOf(entry['Version']),
      }),
    name: shortTextOf(entry['Name']),
    version: joinVersion(entry['Epoch'], entry['Version'], entry['Release']),
    scope: entry['Dev'] === true ? 'test' : 'runtime',
    isSoftware: true,
    licenses: licensesOf(entry),
    locations: file === '' ? [path] : [path, file],
    location,
    ...(source && { source }),
    ...(layer && { layer }),
    ...(file !== '' && { evidence: { occurrences: [{ location: file }] } }),
  }
  const isIndirect = relationship === 'indirect' || entry['Indirect'] === true
  return {
    id: textOf(entry['ID']) || textOf(UID),
    listed,
    isDirect: relationship === 'direct' ? true : isIndirect ? false : null,
    dependsOn: listOf(entry['DependsOn']).map(textOf),
  }
}

const licensesOf = (entry: Json) =>
  listOf(entry['Licenses'])
    .map(shortTextOf)
    .filter((name) => name !== '')
    .map((value) => ({ kind: 'name' as const, value }))

/** Versions of Debian and RPM packages are split into parts. */
function joinVersion(epoch: unknown, version: unknown, release: unknown): string {
  const text = shortTextOf(version)
  const start = Number(epoch) > 0 ? `${Number(epoch)}:` : ''
  return text === '' ? '' : `${start}${text}${textOf(release) === '' ? '' : `-${shortTextOf(release)}`}`
}

function sourceOf(entry: Json): Component['source'] {
  const name = shortTextOf(entry['SrcName'])
  const version = joinVersion(entry['SrcEpoch'], entry['SrcVersion'], entry['SrcRelease'])
  return name === '' || version === '' ? undefined : { name, version }
}
