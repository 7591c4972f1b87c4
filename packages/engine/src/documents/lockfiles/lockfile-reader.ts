import type {
  DocumentReader,
  Inventory,
  Issue,
  ReadResult,
  SourceDocument,
  SourceTree,
} from '../../inventory.ts'
import { ecosystemOfPurl } from '../../ecosystems.ts'
import { type JsonDocument, readJson } from '../parsers/json-document.ts'
import { isRecord, listOf } from '../parsers/json-value.ts'
import { isDevelopmentPath } from '../components/development-path.ts'
import { type Always, type PackageKind, type PackageList, packageList } from './package-list.ts'
import { isBlankDocument, readText } from '../parsers/text-document.ts'
import { readToml } from '../parsers/toml-document.ts'
import { readXml, type XmlElement } from '../parsers/xml-document.ts'
import { readYaml, readYamlStream } from '../parsers/yaml-document.ts'

/** The format-specific part of a reader. */
export interface LockfileFormat<Content> extends Omit<DocumentReader, 'read'> {
  /** After 'not a valid': 'Composer lockfile: it lists no packages'. */
  title: string
  kind: PackageKind
  parse(document: SourceDocument): Parsed<Content>
  /** The content of an empty file, for formats in which one is valid. */
  empty?: Content
  /** Whether the content has this format; absent if any content does. */
  accepts?(content: Content): boolean
  /** Adds the packages. */
  read(content: Content, list: PackageList, location: LockfileLocation): LockfileTitle
}

/** Document metadata of an inventory. */
export interface LockfileTitle {
  /** 'Cargo.lock 3' */
  format: string
  root?: Inventory['root']
  /** Versions of the language that the project is for; '' if the file does not say. */
  runtime?: string | undefined
  /** Packages have to support all of them, and not only the lowest. */
  isWholeRuntime?: true
}

/** Path of the file. */
export interface LockfileLocation {
  path: string
  tree?: SourceTree | undefined
}

export interface Parsed<Content> {
  content: Content | null
  /** Issues of the file, including why it has no content. */
  issues: Issue[]
}

export function lockfileReader<Content>(format: LockfileFormat<Content>): DocumentReader {
  const { id, matchesPath, recognizes, matchesContent, companions, includes } = format
  const { isAuxiliary, isManifest, namesImages } = format
  const read = (document: SourceDocument, tree?: SourceTree): ReadResult => {
    const { empty } = format
    const { content, issues } =
      empty !== undefined && isBlankDocument(document)
        ? { content: empty, issues: [] }
        : format.parse(document)
    const { path } = document
    if (content === null && issues.length > 0) return { inventory: null, issues }
    if (content === null || format.accepts?.(content) === false) {
      const message = `The file is not a valid ${format.title}.`
      return { inventory: null, issues: [{ code: 'document-unknown', message, where: path }] }
    }
    const list = packageList(path, format.kind, isManifest ? alwaysOf(path) : {})
    for (const { code, message, where } of issues) list.log.add(code, message, where)
    const title = format.read(content, list, { path, tree })
    return withRuntime(list.result(title.format, title.root), title, { path, kind: format.kind })
  }
  return {
    id,
    matchesPath,
    ...(recognizes && { recognizes }),
    ...(matchesContent && { matchesContent }),
    ...(companions && { companions }),
    ...(includes && { includes }),
    ...(isAuxiliary && { isAuxiliary }),
    ...(isManifest && { isManifest }),
    ...(namesImages && { namesImages }),
    read,
  }
}

/** Without a lockfile, what a manifest of a test asks for is no part of the software either. */
const alwaysOf = (path: string): Always => ({
  sureness: 'declared',
  ...(isDevelopmentPath(path) && { scope: 'test' }),
})

function withRuntime(
  result: ReadResult,
  { runtime = '', isWholeRuntime }: LockfileTitle,
  { path, kind }: { path: string; kind: PackageKind },
): ReadResult {
  const ecosystem = ecosystemOfPurl({ type: kind.purlType, namespace: null })
  if (result.inventory === null || ecosystem === null || runtime === '') return result
  const found = { ecosystem: ecosystem.id, file: path, range: runtime }
  const runtimes = [{ ...found, ...(isWholeRuntime && { isWhole: true as const }) }]
  return { inventory: { ...result.inventory, runtimes } }
}

export const parseJsonObject = (document: SourceDocument) => objectOf(readJson(document))
export const parseTomlTable = (document: SourceDocument) => objectOf(readToml(document))
export const parseYamlMap = (document: SourceDocument) => objectOf(readYaml(document))

/** Parses all documents of a YAML stream that are maps. */
export function parseYamlMaps(document: SourceDocument): Parsed<Record<string, unknown>[]> {
  const { json, issues } = readYamlStream(document)
  return { content: json === undefined ? null : listOf(json).filter(isRecord), issues }
}

export function parseXmlRoot(document: SourceDocument): Parsed<XmlElement> {
  const { root, issues } = readXml(document)
  return { content: root, issues }
}

export function parseLines(document: SourceDocument): Parsed<string[]> {
  const { text, issues } = readText(document)
  return { content: text === null ? null : text.split(/\r\n|\n|\r/), issues }
}

function objectOf({ json, issues }: JsonDocument): Parsed<Record<string, unknown>> {
  // Without content, the issues say why; if it has another format, they are meaningless.
  if (json === undefined) return { content: null, issues }
  return isRecord(json) ? { content: json, issues } : { content: null, issues: [] }
}
