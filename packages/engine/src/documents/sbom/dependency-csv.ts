import type { Ecosystem } from '../../ecosystems/ecosystem.ts'
import { ecosystemByLanguage } from '../../ecosystems.ts'
import type { Component, ReadResult } from '../../inventory.ts'
import { isOrdered } from '../../ecosystems/unordered-version.ts'
import { reportVersion } from '../components/report-version.ts'
import { identityOfName } from '../components/identity.ts'
import { issueLog } from '../parsers/issue-log.ts'
import type { IssueLog } from '../parsers/issue-log.ts'
import { quote, shortTextOf } from '../parsers/json-value.ts'
import { maxComponents } from '../parsers/limits.ts'

/** The origin of a list of dependencies: the language as named in the API, or one of its aliases. */
export interface CsvSource {
  language: string
  path: string
}

/** Reads dependencies as lines of name and version ('ggplot2,3.3.0'); further fields are ignored. Never throws. */
export function readDependencyCsv(text: string, { language, path }: CsvSource): ReadResult {
  const log = issueLog(path)
  const ecosystem = ecosystemByLanguage(language)
  const components = readLines(text, { ecosystem, path, log })
  if (!components)
    return reject('components-too-many', `The list has more than ${maxComponents} lines.`, path)
  if (components.length === 0) return reject('document-empty', 'The list names no dependency.', path)
  if (!ecosystem) {
    const message = `${components.length} components are of the language ${quote(language)}, for which no advisories are matched.`
    log.addUncovered('ecosystem-unsupported', message, path)
  }
  const documents = [{ path, isSbom: true, subject: null }]
  const issues = log.all()
  return { inventory: { formats: ['CSV'], files: [path], documents, root: null, components, issues } }
}

function reject(code: string, message: string, where: string): ReadResult {
  return { inventory: null, issues: [{ code, message, where }] }
}

interface Context {
  ecosystem: Ecosystem | null
  path: string
  log: IssueLog
}

function readLines(text: string, { ecosystem, path, log }: Context): Component[] | null {
  const components = new Map<string, Component>()
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (line.trim() === '' || (index === 0 && isHeader(line))) continue
    if (components.size >= maxComponents) return null
    const where = `${path}:${index + 1}`
    const [name = '', version = ''] = fieldsOf(line)
    if (name === '') {
      log.add('line-unusable', 'A line names no dependency and was left out.', where)
      continue
    }
    const { key } = identityOfName(name, version, ecosystem)
    if (components.has(key)) continue
    reportVersion({ ecosystem, name, version, where }, log)
    components.set(key, toComponent({ ecosystem, name, version, path, where }))
  }
  return [...components.values()]
}

function isHeader(line: string): boolean {
  const [name, version] = fieldsOf(line.toLowerCase())
  return (name === 'name' || name === 'package') && version === 'version'
}

/** Fields may be quoted; names and versions cannot contain commas or quotes. */
function fieldsOf(line: string): string[] {
  return line.split(',').map((field) => shortTextOf(field.replaceAll('"', '')))
}

interface Listed {
  ecosystem: Ecosystem | null
  name: string
  version: string
  path: string
  where: string
}

function toComponent({ ecosystem, name, version, path, where }: Listed): Component {
  return {
    ecosystem: ecosystem?.id ?? null,
    name,
    version,
    purl: null,
    scope: 'runtime',
    isDirect: null,
    requiredBy: [],
    licenses: [],
    locations: [path],
    ...(!(ecosystem && isOrdered(ecosystem, version)) && { where }),
  }
}
