import type { DocumentReader, Inventory, ReadResult, SourceDocument } from '../inventory.ts'
import { parsePurl } from '../purl.ts'
import { readComponents, readIdentity } from './cyclonedx-components.ts'
import { linkComponents } from './cyclonedx-graph.ts'
import { walkComponents } from './cyclonedx-walk.ts'
import { issueLog } from './issue-log.ts'
import type { IssueLog } from './issue-log.ts'
import { readJson } from './json-document.ts'
import { isRecord, quote, recordOf, shortTextOf, textOf } from './json-value.ts'
import { maxComponents } from './limits.ts'

const specVersions = new Set(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])

/** CycloneDX in JSON, versions 1.2 to 1.7; others are read alike, with an issue. Source: https://cyclonedx.org/docs/ */
export const cyclonedxJson: DocumentReader = {
  id: 'cyclonedx-json',
  claims: (fileName) => /^(?:.*[._-])?(?:bom|sbom|cdx|cyclonedx)(?:[._-].*)?\.json$/i.test(fileName),
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
  const log = issueLog(path)
  for (const { code, message, where } of issues) log.add(code, message, where)
  const inventory = readBom(json, path, log)
  if (inventory) return { inventory }
  const message = `The file lists more than ${maxComponents} components.`
  return { inventory: null, issues: [{ code: 'components-too-many', message, where: path }] }
}

/** bomFormat is required since 1.2, but some tools give the schema alone. */
function isCyclonedx(json: unknown): json is Record<string, unknown> {
  if (!isRecord(json)) return false
  return (
    textOf(json['bomFormat']) === 'CycloneDX' || /cyclonedx\.org\/schema\/bom-/.test(textOf(json['$schema']))
  )
}

function readBom(bom: Record<string, unknown>, path: string, log: IssueLog): Inventory | null {
  const specVersion = shortTextOf(bom['specVersion'])
  if (!specVersions.has(specVersion)) {
    const message = `CycloneDX ${quote(specVersion)} is not among the known versions 1.2 to 1.7; it was read like them.`
    log.add('spec-version-unknown', message, `${path}#/specVersion`)
  }
  for (const list of ['components', 'dependencies']) {
    if (bom[list] === undefined || Array.isArray(bom[list])) continue
    log.add(`${list}-invalid`, `The ${list} are not a list and were left out.`, `${path}#/${list}`)
  }
  const entries = walkComponents(bom, path, log)
  if (!entries) return null
  const root = recordOf(recordOf(bom['metadata'])['component'])
  const components = readComponents(entries, { path, root, log })
  linkComponents(bom['dependencies'], components, { path, log })
  return {
    formats: [`CycloneDX ${specVersion}`.trimEnd()],
    files: [path],
    root: readRoot(root),
    components: components.components,
    issues: log.all(),
  }
}

function readRoot(json: Record<string, unknown>): Inventory['root'] {
  const text = textOf(json['purl'])
  const purl = text === '' ? null : parsePurl(text)
  const { name, version } = readIdentity({ json }, purl)
  return name === '' ? null : { name, version, purl: purl ? text : null }
}
