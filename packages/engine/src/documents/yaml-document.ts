import { FAILSAFE_SCHEMA, load } from 'js-yaml'
import type { SourceDocument } from '../inventory.ts'
import type { JsonDocument } from './json-document.ts'
import { messageOf, readText } from './text-document.ts'

/** Lockfiles need none; a walk over nested aliases costs their product. */
const maxAliases = 100

/**
 * The value of a YAML document. Scalars stay texts as they are written: 1.10 is '1.10', true is 'true'. Anchors are
 * shared values, never copies, and merge keys are ordinary ones, so a small file stays small. Never throws.
 */
export function readYaml(document: SourceDocument): JsonDocument {
  const { text, issues } = readText(document)
  if (text === null) return { issues }
  try {
    return { json: load(text, { schema: FAILSAFE_SCHEMA, maxAliases }), issues }
  } catch (error) {
    const message = `The file is not valid YAML: ${messageOf(error)}.`
    return { issues: [{ code: 'yaml-invalid', message, where: document.path }] }
  }
}
