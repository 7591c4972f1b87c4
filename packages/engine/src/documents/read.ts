import { ecosystems } from '../ecosystems/ecosystems.ts'
import type { DocumentReader, Inventory, Issue, ReadResult, SourceDocument } from '../inventory.ts'
import { cyclonedxJson } from './cyclonedx-json.ts'
import { readJson } from './json-document.ts'
import { mergeInventories } from './merge.ts'

/** Every reader there is. */
const readers: readonly DocumentReader[] = [cyclonedxJson, ...ecosystems.flatMap(({ readers }) => readers)]

/** Reads a document of any known format: JSON is told by its content, all else by its name. Never throws. */
export function readDocument(document: SourceDocument): ReadResult {
  const named = claimedReader(document.path.split(/[/\\]/).at(-1) ?? '')
  if (named && !named.recognizes) return named.read(document)
  const { json, issues } = readJson(document)
  if (json === undefined) {
    const what = issues.some(({ code }) => code === 'json-invalid') ? guessFormat(document) : null
    return what === null ? { inventory: null, issues } : refuse(document, what)
  }
  const reader = readers.find((each) => each.recognizes?.(json))
  return reader ? reader.read(document) : refuse(document, 'The file is JSON of an unknown format')
}

/** Reads several documents into one inventory; issues are of those that could not be read at all. */
export function readDocuments(documents: readonly SourceDocument[]): {
  inventory: Inventory
  issues: Issue[]
} {
  const results = documents.map(readDocument)
  const inventories = results.map(({ inventory }) => inventory).filter((inventory) => inventory !== null)
  return { inventory: mergeInventories(inventories), issues: results.flatMap(({ issues }) => issues ?? []) }
}

/** The reader that a file of this name (without folders) is for, in a walk over a folder; null when none is. */
export function claimedReader(fileName: string): DocumentReader | null {
  return readers.find((reader) => reader.claims(fileName)) ?? null
}

/** What a file is that is no JSON; null when it looks like JSON that is broken. */
function guessFormat({ bytes }: SourceDocument): string | null {
  const start = new TextDecoder().decode(bytes.subarray(0, 100)).trimStart()
  if (start.startsWith('<')) return 'The file is XML'
  return /^[[{]/.test(start) ? null : 'The format of the file is not known'
}

function refuse({ path }: SourceDocument, what: string): ReadResult {
  const formats = readers.map(({ id }) => id).join(', ')
  const message = `${what}; the formats that can be read are: ${formats}.`
  return { inventory: null, issues: [{ code: 'document-unknown', message, where: path }] }
}
