import type { DocumentReader, ReadResult, SourceDocument } from '../../../inventory.ts'
import { readBom } from './cyclonedx-bom.ts'
import { bomOfXml } from './cyclonedx-xml-bom.ts'
import { readXml } from '../../parsers/xml-document.ts'
import type { XmlElement } from '../../parsers/xml-document.ts'

const specVersions = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7']
const namespace = /cyclonedx\.org\/schema\/bom\/([\d.]+)/

/** CycloneDX XML, versions 1.0 to 1.7; other versions are read with an issue. Source: https://cyclonedx.org/docs/ */
export const cyclonedxXml: DocumentReader = {
  id: 'cyclonedx-xml',
  matchesPath: (fileName) => /^(?:.*[._-])?(?:bom|sbom|cdx|cyclonedx)(?:[._-].*)?\.xml$/i.test(fileName),
  matchesContent: (start) => start.startsWith('<') && namespace.test(start),
  read,
}

function read(document: SourceDocument): ReadResult {
  const { root, issues } = readXml(document)
  if (root === null) return { inventory: null, issues }
  const { path } = document
  const specVersion = versionOf(root)
  if (specVersion === null) {
    const message = 'The file is not CycloneDX: its root element is not a bom of a CycloneDX namespace.'
    return { inventory: null, issues: [{ code: 'document-unknown', message, where: path }] }
  }
  const { bom, lines } = bomOfXml(root, specVersion)
  const locationOf = (_: string, value: object = bom) => `${path}:${lines.get(value) ?? 1}`
  return readBom(bom, { path, issues, specVersions, locationOf })
}

/** Only the namespace contains the version; null if it is not CycloneDX. */
function versionOf({ name, attributes }: XmlElement): string | null {
  if (name !== 'bom') return null
  const versions = [...attributes.values()].map((value) => namespace.exec(value)?.[1])
  return versions.find((version) => version !== undefined) ?? null
}
