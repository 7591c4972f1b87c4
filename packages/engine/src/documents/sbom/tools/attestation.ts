import type { DocumentReader, Inventory, Issue, ReadResult, SourceDocument } from '../../../inventory.ts'
import { mergeInventories } from '../../components/merge.ts'
import { isEnvelope, isStatement, predicateOf, statementOf } from '../../parsers/envelope-content.ts'
import { readJson } from '../../parsers/json-document.ts'
import { isRecord, quote, textOf } from '../../parsers/json-value.ts'
import { readText } from '../../parsers/text-document.ts'
import { cyclonedxJson } from '../cyclonedx/cyclonedx-json.ts'
import { spdx3 } from '../spdx/spdx-3.ts'
import { spdxJson } from '../spdx/spdx-json.ts'
import { syftJson } from './syft-json.ts'

/** Statements that contain an SBOM, each on its own or in a signed envelope; several of them are one per line. */
export const attestation: DocumentReader = {
  id: 'attestation',
  matchesPath: (fileName) => /\.(?:intoto|att|sigstore)(?:\.jsonl?|l)$|\.intoto$/i.test(fileName),
  recognizes: isAttestation,
  matchesContent: (start) =>
    /^\{\s*"(?:payloadType|_type|dsseEnvelope|mediaType)"/.test(start) && isMarked(start),
  read,
}

/** A bundle with the signature of another file: `cosign sign-blob`. */
const isDetached = (json: unknown): boolean => isRecord(json) && isRecord(json['messageSignature'])

const isMarked = (start: string): boolean =>
  /in-toto|"dsseEnvelope"|dev\.sigstore\.bundle/.test(start) && !start.includes('"bomFormat"')

function isAttestation(json: unknown): boolean {
  if (!isRecord(json)) return false
  return isRecord(json['dsseEnvelope']) || isDetached(json) || isEnvelope(json) || isStatement(json)
}

const detached = (where: string): Issue => ({
  code: 'signature-unverified',
  message:
    'The file is the signature of another one. The report verifies it (Inventory, Quality of that file).',
  where,
})

const contents: readonly DocumentReader[] = [cyclonedxJson, spdxJson, spdx3, syftJson]

const maxStatements = 1_000

function read(document: SourceDocument): ReadResult {
  const { path } = document
  if (isDetached(readJson(document).json)) return { inventory: null, issues: [detached(path)] }
  const { statements, issues } = readStatements(document)
  const inventories: Inventory[] = []
  const others = new Set<string>()
  for (const statement of statements) {
    const result = readPredicate(statement, path)
    if (result === null) others.add(textOf(statement['predicateType']) || '?')
    else if (result.inventory) inventories.push(result.inventory)
    else issues.push(...result.issues)
  }
  if (others.size > 0) {
    const types = [...others].map(quote).join(', ')
    issues.push({
      code: 'statement-other',
      message: `Statements of other kinds were left out: ${types}.`,
      where: path,
    })
  }
  if (inventories.length === 0) return { inventory: null, issues: [...issues, unknown(path)] }
  const merged = mergeInventories(inventories)
  return { inventory: { ...merged, issues: [...issues.slice(0, 20), ...merged.issues, unverified(path)] } }
}

const unknown = (where: string): Issue => ({
  code: 'document-unknown',
  message: 'The file has no attestation that contains an SBOM.',
  where,
})

const unverified = (where: string): Issue => ({
  code: 'signature-unverified',
  message: 'A scan does not verify the signature of the attestation. The report (Inventory, Quality) does.',
  where,
})

type Json = Record<string, unknown>

/** Lines that are broken are issues; the rest is read. */
function readStatements(document: SourceDocument): { statements: Json[]; issues: Issue[] } {
  const { path } = document
  const whole = readJson(document)
  if (whole.json !== undefined) {
    const statement = statementOf(whole.json, path)
    return { statements: statement ? [statement] : [], issues: [...whole.issues] }
  }
  const { text } = readText(document)
  const lines = (text ?? '').split(/\r?\n/).filter((line) => line.trim() !== '')
  const statements: Json[] = []
  const issues: Issue[] = []
  for (const [index, line] of lines.slice(0, maxStatements).entries()) {
    const where = `${path}:${index + 1}`
    const { json } = readJson({ path, bytes: new TextEncoder().encode(line) })
    const statement = statementOf(json, path)
    if (statement) statements.push(statement)
    else
      issues.push({
        code: 'statement-invalid',
        message: 'The line is no attestation.',
        where,
        isUnread: true,
      })
  }
  return { statements, issues: issues.slice(0, 20) }
}

/** The statement in a document, of which there is no more than one; null if there is none. */
export const statementIn = (document: SourceDocument): Json | null =>
  statementOf(readJson(document).json, document.path)

/** null if it is no SBOM. */
function readPredicate(statement: Json, path: string): ReadResult | null {
  const document = predicateOf(statement, path)
  const parsed = readJson(document).json
  const reader = contents.find((each) => each.recognizes?.(parsed))
  return reader ? reader.read(document) : null
}
