import type { DocumentReader, SourceDocument } from '../../../inventory.ts'
import { readJson } from '../../parsers/json-document.ts'
import { isRecord, textOf } from '../../parsers/json-value.ts'
import { readSpdxObject } from '../spdx/spdx-json.ts'

/** GitHub's export of a repository, which wraps SPDX: https://docs.github.com/en/rest/dependency-graph/sboms */
export const githubSbom: DocumentReader = {
  id: 'github-sbom',
  matchesPath: () => false,
  recognizes: isExport,
  read,
}

function isExport(json: unknown): json is { sbom: Record<string, unknown> } {
  return isRecord(json) && isRecord(json['sbom']) && textOf(json['sbom']['spdxVersion']).startsWith('SPDX-2')
}

function read(document: SourceDocument) {
  const { path } = document
  const { json, issues } = readJson(document)
  if (isExport(json)) return readSpdxObject({ json: json.sbom, issues }, path)
  const unknown = { code: 'document-unknown', message: 'The file is no SBOM export of GitHub.', where: path }
  return { inventory: null, issues: json === undefined ? issues : [unknown] }
}
