import type { DocumentReader, ReadResult, SourceDocument } from '../../../inventory.ts'
import { issueLog } from '../../parsers/issue-log.ts'
import { shortTextOf } from '../../parsers/json-value.ts'
import { readSpdx } from './spdx-inventory.ts'
import { checkVersion, isPurlType } from './spdx-json.ts'
import type { SpdxDocument, SpdxPackage } from './spdx-model.ts'
import { edgeOf } from './spdx-relationships.ts'
import { readTags } from './spdx-tags.ts'
import type { SpdxTag } from './spdx-tags.ts'
import { readText } from '../../parsers/text-document.ts'
import { ownProperty } from '../../../own-property.ts'

/** SPDX 2.2 and 2.3 tag-value; other 2.x versions are read with an issue. Source: https://spdx.github.io/spdx-spec/ */
export const spdxTagValue: DocumentReader = {
  id: 'spdx-tag-value',
  matchesPath: (fileName) => /\.spdx(?:\.tv|\.tag)?$/i.test(fileName),
  matchesContent: (start) => /^SPDXVersion:\s*SPDX-2/m.test(start),
  read,
}

function read(document: SourceDocument): ReadResult {
  const { text, issues } = readText(document)
  if (text === null) return { inventory: null, issues }
  const { path } = document
  const log = issueLog(path)
  for (const { code, message, where } of issues) log.add(code, message, where)
  const location = (line: number) => `${path}:${line}`
  const tags = readTags(text, (line) => {
    log.add('line-unusable', 'A line is not a tag with a value and was left out.', location(line))
  })
  const version = tags.find(({ tag }) => tag === 'SPDXVersion')
  if (!version) {
    const message = 'The file is not SPDX: it has no tag SPDXVersion.'
    return { inventory: null, issues: [{ code: 'document-unknown', message, where: path }] }
  }
  checkVersion(version.value, log, location(version.line))
  const building: Building = { ...emptyDocument(version.value), location, current: null, license: '' }
  for (const tag of tags) ownProperty(acts, tag.tag)?.(tag, building)
  return readSpdx(building, path, log)
}

interface Building extends SpdxDocument {
  others: Set<string>
  licenseNames: Map<string, string>
  location: (line: number) => string
  /** The package that tags belong to; null in the header, and in files, snippets and licenses. */
  current: SpdxPackage | null
  /** The id of the license that tags belong to; '' outside of licenses. */
  license: string
}

/** Handlers by tag. The order of tags in a document is significant. */
const acts: Record<string, (tag: SpdxTag, building: Building) => void> = {
  PackageName({ value, line }, building) {
    building.current = emptyPackage(shortTextOf(value), () => building.location(line))
    building.packages.push(building.current)
    building.license = ''
  },
  FileName: (_, building) => leave(building),
  SnippetSPDXID({ value }, building) {
    leave(building)
    building.others.add(value)
  },
  SPDXID({ value }, { current, others }) {
    if (current) current.id = value
    else others.add(value)
  },
  PackageVersion({ value }, { current }) {
    if (current) current.version = shortTextOf(value)
  },
  PackageLicenseDeclared({ value }, { current }) {
    if (current) current.licenseDeclared = shortTextOf(value)
  },
  PackageLicenseConcluded({ value }, { current }) {
    if (current) current.licenseConcluded = shortTextOf(value)
  },
  PackageCopyrightText({ value }, { current }) {
    if (current) current.copyright = shortTextOf(value)
  },
  PackageSourceInfo({ value }, { current }) {
    if (current) current.sourceInfo = shortTextOf(value)
  },
  PackageDownloadLocation({ value }, { current }) {
    if (current) current.download = shortTextOf(value)
  },
  PrimaryPackagePurpose({ value }, { current }) {
    if (current) current.purpose = value.toUpperCase()
  },
  PackageChecksum({ value }, { current }) {
    const [, algorithm, checksum] = /^([\w-]+):\s*(\S+)$/.exec(value) ?? []
    if (algorithm && checksum) current?.checksums.push({ algorithm, value: shortTextOf(checksum) })
  },
  ExternalRef({ value }, { current }) {
    const [, type = '', locator = ''] = value.split(/\s+/)
    if (isPurlType(type) && locator !== '') current?.purls.push(locator)
  },
  Relationship({ value, line }, { edges, location }) {
    const [from = '', type = '', to = ''] = value.split(/\s+/)
    const edge = edgeOf({ from, type, to }, () => location(line))
    if (edge) edges.push(edge)
  },
  LicenseID({ value }, building) {
    leave(building)
    building.license = value
  },
  LicenseName({ value }, { license, licenseNames }) {
    if (license !== '') licenseNames.set(license, shortTextOf(value))
  },
}

function leave(building: Building): void {
  building.current = null
  building.license = ''
}

function emptyDocument(version: string) {
  return {
    format: shortTextOf(version).replace('-', ' '),
    packages: [],
    edges: [],
    describes: [],
    others: new Set(['SPDXRef-DOCUMENT']),
    licenseNames: new Map<string, string>(),
    vex: [],
  }
}

function emptyPackage(name: string, location: () => string): SpdxPackage {
  return {
    id: '',
    name,
    version: '',
    purls: [],
    checksums: [],
    sourceInfo: '',
    download: '',
    purpose: '',
    licenseDeclared: '',
    licenseConcluded: '',
    copyright: '',
    location,
  }
}
