import type { Inventory, Issue, ReadResult, SourceDocument, SourceTree } from '../inventory.ts'
import { readJson } from './json-document.ts'
import { mergeInventories } from './merge.ts'
import { claimedReader, isCompanion, readers } from './readers.ts'

/** Reads a document of any known format, told by its content where that tells, else by its name. Never throws. */
export function readDocument(document: SourceDocument, tree?: SourceTree): ReadResult {
  const named = claimedReader(document.path)
  if (named && !named.recognizes && !named.sniffs) return named.read(document, tree)
  const start = startOf(document)
  const sniffing = readers.find((reader) => reader.sniffs?.(start))
  if (sniffing) return sniffing.read(document, tree)
  // A text without its usual begin, which its name tells.
  if (named && !named.recognizes) return named.read(document, tree)
  const { json, issues } = readJson(document)
  if (json === undefined) {
    const what = issues.some(({ code }) => code === 'json-invalid') ? guessFormat(start) : null
    return what === null ? { inventory: null, issues } : refuse(document, what)
  }
  const reader = readers.find((each) => each.recognizes?.(json))
  return reader ? reader.read(document, tree) : refuse(document, 'The file is JSON of an unknown format')
}

/** Whether only the document's name tells which reader it is for: without it, it could not be read. */
export function isToldByName(document: SourceDocument): boolean {
  const named = claimedReader(document.path)
  if (!named || named.recognizes) return false
  const start = startOf(document)
  return !readers.some((reader) => reader.sniffs?.(start))
}

/**
 * Reads several documents into one inventory; issues are of those that could not be read at all. Files that only help
 * to read others are not read by themselves.
 */
export function readDocuments(
  documents: readonly SourceDocument[],
  tree: SourceTree = treeOf(documents),
): {
  inventory: Inventory
  issues: Issue[]
} {
  const inventoried = documents.filter(({ path }) => documents.length === 1 || !isCompanion(path))
  const results = inventoried.map((document) => readDocument(document, tree))
  const inventories = results.map(({ inventory }) => inventory).filter((inventory) => inventory !== null)
  return { inventory: mergeInventories(inventories), issues: results.flatMap(({ issues }) => issues ?? []) }
}

const startOf = ({ bytes }: SourceDocument) => new TextDecoder().decode(bytes.subarray(0, 2000)).trimStart()

function treeOf(documents: readonly SourceDocument[]): SourceTree {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  return { find: (path) => byPath.get(path) ?? null, paths: () => byPath.keys() }
}

/** What a file is that is no JSON; null when it looks like JSON that is broken. */
function guessFormat(start: string): string | null {
  if (start.startsWith('<')) return 'The file is XML of an unknown format'
  return /^[[{]/.test(start) ? null : 'The format of the file is not known'
}

function refuse({ path }: SourceDocument, what: string): ReadResult {
  const formats = readers.map(({ id }) => id).join(', ')
  const message = `${what}; the formats that can be read are: ${formats}.`
  return { inventory: null, issues: [{ code: 'document-unknown', message, where: path }] }
}
