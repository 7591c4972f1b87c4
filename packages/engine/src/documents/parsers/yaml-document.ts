import { FAILSAFE_SCHEMA, load, loadAll, YAMLException } from 'js-yaml'
import type { Issue, SourceDocument } from '../../inventory.ts'
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
  const { path } = document
  const { text, issues } = readText(document)
  if (text === null) return { issues }
  const read = readLeniently(parse, text, path)
  if ('error' in read) {
    const message = `The file is not valid YAML: ${messageOf(read.error)}.`
    return { issues: [{ code: 'yaml-invalid', message, where: path }] }
  }
  const clean = cleanParsed(read.value, text, path)
  return { json: clean.json, issues: [...issues, ...read.issues, ...clean.issues] }
}

type Read = { value: unknown; issues: Issue[] } | { error: unknown }

/** Each correction reads the whole text again. */
const maxCorrections = 20
const maxCorrectedLength = 1_000_000

/** Corrects what the standard forbids, but libyaml reads, as most tools do that people check their files with. */
function readLeniently(parse: typeof load | typeof loadAll, text: string, path: string): Read {
  const issues: Issue[] = []
  let corrected: Correction = { text, allowsRepeated: false, issue: null }
  for (let count = 0; ; count++) {
    try {
      const options = { schema: FAILSAFE_SCHEMA, maxAliases, json: corrected.allowsRepeated }
      return { value: parse(corrected.text, options), issues }
    } catch (error) {
      const next =
        count < maxCorrections && text.length < maxCorrectedLength && correct(error, corrected, path)
      if (!next) return { error }
      if (next.issue) issues.push(next.issue)
      corrected = next
    }
  }
}

interface Correction {
  text: string
  allowsRepeated: boolean
  issue: Issue | null
}

function correct(error: unknown, { text, allowsRepeated }: Correction, path: string): Correction | null {
  if (!(error instanceof YAMLException) || !error.mark) return null
  const { line } = error.mark
  const issueOf = (code: string, message: string): Issue => ({ code, message, where: `${path}:${line + 1}` })
  if (error.reason === 'duplicated mapping key' && !allowsRepeated) {
    const message = 'A key of this map is given more than once: the last one counts.'
    return { text, allowsRepeated: true, issue: issueOf('yaml-key-repeated', message) }
  }
  if (error.reason !== 'deficient indentation') return null
  const message = 'A line of a quoted text is not indented deeper than its key: it was read as if it were.'
  const issue = issueOf('yaml-indentation', message)
  return { text: indentQuoted(text, line), allowsRepeated, issue }
}

/** Deeper than any key. The indentation of lines in quoted texts has no meaning. */
const deep = ' '.repeat(1_000)

/** Indents a line in a quoted text, and those after it up to one that may end the text. */
function indentQuoted(text: string, first: number): string {
  const lines = text.split('\n')
  const last = lines.findIndex((line, at) => at >= first && /["']/.test(line))
  return lines.map((line, at) => (at >= first && at <= last ? `${deep}${line}` : line)).join('\n')
}
