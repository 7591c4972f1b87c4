import { readCsafAdvisories } from '@assay/engine/advisories/own/csaf-advisories.ts'
import {
  checkOwnAdvisory,
  isOsv,
  type OwnAdvisory,
  readOwnAdvisory,
  writeOsv,
} from '@assay/engine/advisories/own/own-advisory.ts'
import { readOsvRecord } from '@assay/engine/advisories/osv.ts'
import { readJson } from '@assay/engine/documents/parsers/json-document.ts'
import { isRecord } from '@assay/engine/documents/parsers/json-value.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import { isCsaf } from '@assay/engine/vex/csaf.ts'
import type { FilePart } from '@assay/contract/endpoint.ts'
import { readFile } from 'node:fs/promises'
import { sizeOf } from '#platform/uploads/receive-file.ts'
import { Problem } from '#platform/http/problem.ts'
import type { OsvDocument } from './store.ts'

/** Enough for thousands of advisories. */
const maxBytes = 8 * 1024 * 1024

export interface ImportReading {
  documents: OsvDocument[]
  issues: Issue[]
}

/**
 * The advisories of a file: an OSV document or a list of them, or a CSAF document. Throws Problem if it has none that
 * could match a package.
 */
export async function readImport(file: FilePart): Promise<ImportReading> {
  const { bytes, spooled } = file
  if (sizeOf({ bytes, ...(spooled && { spooled }) }) > maxBytes)
    throw new Problem(413, 'tooLarge', 'A file of advisories can have at most 8 MB')
  const content = spooled ? await readFile(spooled.path) : bytes
  const path = file.filename.split(/[/\\]/).at(-1) || 'advisories.json'
  const { json, issues } = readJson({ path, bytes: content })
  const reading = readAll(json, path)
  const all = [...issues, ...reading.issues]
  if (reading.documents.length > 0) return { ...reading, issues: all }
  const details = all.slice(0, 20).map(({ where, message }) => ({ path: where, message }))
  const message = all[0]?.message ?? 'The file has no OSV and no CSAF document'
  throw new Problem(400, 'unreadableDocument', message).withDetails(details)
}

function readAll(json: unknown, path: string): ImportReading {
  if (isRecord(json) && isCsaf(json)) return readCsaf(json, path)
  const list = Array.isArray(json)
    ? json.map((each: unknown, index) => [each, `${path}#/${index}`] as const)
    : [[json, path] as const]
  const all = list.map(([each, where]) => readOsv(each, where))
  return {
    documents: all.flatMap(({ documents }) => documents),
    issues: all.flatMap(({ issues }) => issues),
  }
}

function readOsv(json: unknown, where: string): ImportReading {
  if (!isRecord(json) || !isOsv(json))
    return {
      documents: [],
      issues: [{ code: 'document-invalid', message: 'This is no OSV document.', where }],
    }
  const { record, issues } = readOsvRecord(json, where)
  if (!record) return { documents: [], issues }
  return checked({ ...json, id: record.id }, { own: readOwnAdvisory(json), issues, where })
}

function readCsaf(json: Record<string, unknown>, path: string): ImportReading {
  const { advisories, published, modified, issues } = readCsafAdvisories(json, path)
  const now = Date.now()
  const times = { published: published ?? now, modified: modified ?? published ?? now, withdrawn: null }
  const all = advisories.map((own) =>
    checked(writeOsv(own, times) as OsvDocument, { own, issues: [], where: `${path} ${own.id}` }),
  )
  return {
    documents: all.flatMap(({ documents }) => documents),
    issues: [...issues, ...all.flatMap((each) => each.issues)],
  }
}

/** Left out if it could match nothing. */
function checked(
  document: OsvDocument,
  { own, issues, where }: { own: OwnAdvisory; issues: Issue[]; where: string },
): ImportReading {
  const wrong = checkOwnAdvisory(own).map(({ path, message }) => ({
    code: 'advisory-invalid',
    message: `${own.id} was left out: ${message} (${path}).`,
    where,
  }))
  const empty = own.affected.length === 0 ? [noPackage(own, where)] : []
  const all = [...issues, ...wrong, ...empty]
  return wrong.length + empty.length > 0
    ? { documents: [], issues: all }
    : { documents: [document], issues: all }
}

const noPackage = ({ id }: OwnAdvisory, where: string): Issue => ({
  code: 'advisory-invalid',
  message: `${id} was left out: it names no package of a known ecosystem.`,
  where,
})
