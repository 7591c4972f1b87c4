import type { DocumentReader, ReadResult, SourceDocument } from '../../../inventory.ts'
import { readBom } from './cyclonedx-bom.ts'
import { readJson } from '../../parsers/json-document.ts'
import { isRecord, textOf } from '../../parsers/json-value.ts'

const specVersions = ['1.2', '1.3', '1.4', '1.5', '1.6', '1.7']

/** CycloneDX JSON, versions 1.2 to 1.7; other versions are read with an issue. Source: https://cyclonedx.org/docs/ */
export const cyclonedxJson: DocumentReader = {
  id: 'cyclonedx-json',
  matchesPath: (fileName) => /^(?:.*[._-])?(?:bom|sbom|cdx|cyclonedx)(?:[._-].*)?\.json$/i.test(fileName),
  recognizes: isCyclonedx,
  read,
}

function read(document: SourceDocument): ReadResult {
  const { json, issues } = readJson(document)
  if (json === undefined) return { inventory: null, issues }
  const { path } = document
  if (!isCyclonedx(json)) {
    const message = "The file is not CycloneDX: it has no bomFormat 'CycloneDX'."
    return { inventory: null, issues: [{ code: 'document-unknown', message, where: path }] }
  }
  return readBom(json, { path, issues, specVersions, locationOf: (pointer) => `${path}#${pointer}` })
}

/** bomFormat is required since 1.2, but some tools only write $schema. */
function isCyclonedx(json: unknown): json is Record<string, unknown> {
  if (!isRecord(json)) return false
  return (
    textOf(json['bomFormat']) === 'CycloneDX' || /cyclonedx\.org\/schema\/bom-/.test(textOf(json['$schema']))
  )
}
