import { FAILSAFE_SCHEMA, load, loadAll } from 'js-yaml'
import type { SourceDocument } from '../../inventory.ts'
import type { JsonDocument } from './json-document.ts'
import { cleanParsed } from './storable-text.ts'
import { messageOf, readText } from './text-document.ts'

/** Lockfiles need none, and walking nested aliases takes exponential time. */
const maxAliases = 100

/**
 * Parses a YAML document. Scalars stay strings as written: 1.10 is '1.10', true is 'true'. Aliases are shared values
 * instead of copies, and merge keys are not expanded, so that a small file stays small in memory. Never throws.
 */
export const readYaml = (document: SourceDocument): JsonDocument => readWith(load, document)

/** Parses all documents of a YAML stream into a list. Never throws. */
export const readYamlStream = (document: SourceDocument): JsonDocument => readWith(loadAll, document)

function readWith(parse: typeof load | typeof loadAll, document: SourceDocument): JsonDocument {
  const { text, issues } = readText(document)
  if (text === null) return { issues }
  try {
    const clean = cleanParsed(parse(text, { schema: FAILSAFE_SCHEMA, maxAliases }), text, document.path)
    return { json: clean.json, issues: [...issues, ...clean.issues] }
  } catch (error) {
    const message = `The file is not valid YAML: ${messageOf(error)}.`
    return { issues: [{ code: 'yaml-invalid', message, where: document.path }] }
  }
}
