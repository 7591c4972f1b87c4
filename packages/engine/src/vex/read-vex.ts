import type { SourceDocument } from '../inventory.ts'
import { unwrapDocument } from '../documents/parsers/envelope-content.ts'
import { readJson } from '../documents/parsers/json-document.ts'
import { isRecord } from '../documents/parsers/json-value.ts'
import { isCsaf, readCsaf } from './csaf.ts'
import { isCyclonedxVex, readCyclonedxVex } from './cyclonedx-vex-document.ts'
import { isOpenvex, readOpenvex } from './openvex.ts'
import { type StatementLog, statementLog } from './statement-log.ts'
import { maxVexStatements, type VexDocument, type VexReading } from './vex-document.ts'

/** Increment if a change produces different statements from the same document: stored documents are then read again. */
export const vexReaderVersion = 4

interface VexReader {
  recognizes(json: Record<string, unknown>): boolean
  read(json: Record<string, unknown>, log: StatementLog, now: number): Omit<VexDocument, 'statements'> | null
}

const vexReaders: readonly VexReader[] = [
  { recognizes: isOpenvex, read: readOpenvex },
  { recognizes: isCsaf, read: readCsaf },
  { recognizes: isCyclonedxVex, read: readCyclonedxVex },
]

/**
 * Parses an OpenVEX, CSAF or CycloneDX document, also in a signed envelope (DSSE, in-toto, Sigstore bundle), whose
 * signature is not verified here. Never throws on invalid input.
 * @param now Epoch ms. Used for statements without a time or with one in the future, which would otherwise outrank
 * every later statement.
 */
export function readVexDocument(source: SourceDocument, now: number): VexReading {
  const { json, issues } = readJson(unwrapDocument(source))
  const reject = (message: string): VexReading => ({
    document: null,
    issues: [...issues, { code: 'vex-unreadable', message, where: source.path }],
  })
  if (json === undefined) return { document: null, issues }
  const reader = isRecord(json) ? vexReaders.find(({ recognizes }) => recognizes(json)) : undefined
  if (!reader || !isRecord(json)) return reject('The document is not OpenVEX, CSAF or CycloneDX as JSON.')
  const log = statementLog(source.path)
  const document = reader.read(json, log, now)
  if (log.isFull()) return reject(`The document has more than ${maxVexStatements} statements. Split it.`)
  const statements = log.statements().map((each) => ({ ...each, at: Math.min(each.at, now) }))
  const all = [...issues, ...log.issues()]
  if (document === null || statements.length === 0) {
    const message = 'The document has no statement that can be used.'
    return { document: null, issues: [...all, { code: 'vex-unreadable', message, where: source.path }] }
  }
  return { document: { ...document, at: Math.min(document.at, now), statements }, issues: all }
}
