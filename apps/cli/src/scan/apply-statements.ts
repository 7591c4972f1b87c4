import type { AdvisoryText } from '@assay/engine/advisories/advisory-text.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import { nameUuid } from '@assay/engine/name-uuid.ts'
import type { ScanResult } from '@assay/engine/scan-result.ts'
import { type ScanInput, scanInventory } from '@assay/engine/scan.ts'
import { binderOf, type StoredStatement } from '@assay/engine/vex/bind-statements.ts'
import { describeMissing } from '@assay/engine/vex/describe-missing.ts'
import type { ProjectProduct } from '@assay/engine/vex/is-subject.ts'
import { readVexDocument } from '@assay/engine/vex/read-vex.ts'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'
import type { LocalAdvisories } from '../offline/local-advisories.ts'

/** A statement with the file that it is from. */
interface NamedStatement extends StoredStatement {
  path: string
}

export interface Statements {
  statements: NamedStatement[]
  issues: Issue[]
}

/** The statements of VEX documents, which count as the project's own. Throws CommandError for one that cannot be used. */
export async function readStatements(paths: readonly string[]): Promise<Statements> {
  const read: Statements = { statements: [], issues: [] }
  for (const path of paths) {
    const { statements, issues } = await readOne(path)
    read.statements.push(...statements)
    read.issues.push(...issues)
  }
  return read
}

async function readOne(path: string): Promise<Statements> {
  const content = await readFile(path).catch(() => null)
  if (content === null) throw new CommandError(exitCodes.configuration, `No such file: ${path}`)
  const source = { path: basename(path), bytes: new Uint8Array(content) }
  const { document, issues } = readVexDocument(source, Date.now())
  if (document === null) {
    const reason = issues.at(-1)?.message ?? 'The document could not be read.'
    throw new CommandError(exitCodes.configuration, `${path}: ${reason}`)
  }
  const origin = {
    documentUuid: nameUuid(`urn:assay:vex:${document.id || path}`),
    author: document.author || source.path,
    path: source.path,
    isOfProject: true,
  }
  return { statements: document.statements.map((each) => ({ ...each, ...origin })), issues }
}

interface Applied {
  result: ScanResult
  /** Of the found advisories, by uuid. */
  texts: Map<string, AdvisoryText>
}

/**
 * Scans with the statements. The ids of a vulnerability are known from the texts of the advisories that are found, so
 * that with statements there is a scan before the one that counts.
 */
export async function applyStatements(
  input: ScanInput,
  {
    statements,
    advisories,
    product,
  }: { statements: readonly NamedStatement[]; advisories: LocalAdvisories; product: ProjectProduct },
): Promise<Applied> {
  const first = scanInventory(input)
  const texts = await advisories.texts(foundUuids(first))
  if (statements.length === 0 && (input.inventory.vex ?? []).length === 0) return { result: first, texts }
  const uuids = new Map(
    [...texts].flatMap(([uuid, { aliases }]) => aliases.map((id) => [id.toLowerCase(), uuid] as const)),
  )
  const advisoryOf = (id: string) => uuids.get(id.toLowerCase()) ?? null
  const ids = new Set([...uuids.keys(), ...cvesOf(first)])
  const unmatched = unmatchedIssues(input, statements, {
    product,
    isFound: (id) => ids.has(id.toLowerCase()),
  })
  const issues = [...input.issues, ...unmatched]
  return { result: scanInventory({ ...input, issues, statements, project: product, advisoryOf }), texts }
}

const foundUuids = ({ findings }: ScanResult): Set<string> =>
  new Set(
    findings.flatMap(({ advisoryUuid, versions }) => [
      advisoryUuid,
      ...versions.flatMap(({ updates = [] }) => updates),
    ]),
  )

const cvesOf = ({ findings }: ScanResult): string[] =>
  findings.flatMap(({ cves }) => cves.map((cve) => cve.toLowerCase()))

/** A document of a vendor has thousands of statements on other products. */
const maxNamed = 20

/** Names the statements that apply to nothing that was scanned, or to a vulnerability that was not found. */
function unmatchedIssues(
  { inventory }: Pick<ScanInput, 'inventory'>,
  statements: readonly NamedStatement[],
  { product, isFound }: { product: ProjectProduct; isFound: (id: string) => boolean },
): Issue[] {
  const bind = binderOf(inventory, product)
  const unmatched = statements.flatMap(({ path: where, ...statement }) => {
    const why =
      bind(statement) === null ? describeMissing(statement.subcomponent ?? statement.product, true) : null
    if (why === null && statement.ids.some(isFound)) return []
    const message = `The statement on ${statement.ids[0]} applies to nothing: ${why ?? 'no finding has this id.'}`
    return { code: 'vex-unmatched', message, where }
  })
  const rest = unmatched.slice(maxNamed)
  if (rest.length === 0) return unmatched
  const message = `${rest.length} more ${rest.length === 1 ? 'statement applies' : 'statements apply'} to nothing.`
  return [...unmatched.slice(0, maxNamed), { code: 'vex-unmatched', message, where: rest[0]!.where }]
}
