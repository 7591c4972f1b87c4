import { parse } from 'smol-toml'
import type { SourceDocument } from '../../inventory.ts'
import type { JsonDocument } from './json-document.ts'
import { cleanParsed } from './storable-text.ts'
import { messageOf, readText } from './text-document.ts'

/** The value of a TOML document (https://toml.io/en/v1.0.0). Never throws. */
export function readToml(document: SourceDocument): JsonDocument {
  const { text, issues } = readText(document)
  if (text === null) return { issues }
  try {
    const clean = cleanParsed(parse(text), text, document.path)
    return { json: clean.json, issues: [...issues, ...clean.issues] }
  } catch (error) {
    const message = `The file is not valid TOML: ${messageOf(error)}.`
    return { issues: [{ code: 'toml-invalid', message, where: document.path }] }
  }
}
