import { dayMs } from '../time.ts'
import { issueLog } from '../documents/parsers/issue-log.ts'
import { readJson } from '../documents/parsers/json-document.ts'
import { isRecord, listOf, quote, recordOf, shortTextOf } from '../documents/parsers/json-value.ts'
import { ecosystemByLanguage } from '../ecosystems.ts'
import type { Issue, SourceDocument } from '../inventory.ts'
import { nameUuid } from '../name-uuid.ts'
import { type Domain, domains } from '../vocabulary.ts'
import type { Exclusion, RepositoryExclusion } from './exclusion.ts'

/** Bytes of one file. */
export const maxRepositoryFileBytes = 1024 * 1024
/** Exclusions of one file. */
export const maxRepositoryExclusions = 1_000

/** Whether a file is an exclusion file, by path. */
export const isRepositoryExclusions = (path: string): boolean => path.split(/[/\\]/).at(-1) === '.meterian'

/**
 * Parses a '.meterian' file: `{"exclusions":{"security":{"advices":[…],"cves":[…],"libraries":[…]},"stability":
 * {"libraries":[…]},"licensing":{"libraries":[…]}}}`. Invalid parts become issues; never throws.
 */
export function readRepositoryExclusions(document: SourceDocument): {
  exclusions: RepositoryExclusion[]
  issues: Issue[]
} {
  const { path, bytes } = document
  if (bytes.length > maxRepositoryFileBytes) return { exclusions: [], issues: [tooLarge(path)] }
  const { json, issues } = readJson(document)
  if (json === undefined) return { exclusions: [], issues }
  const { exclusions: entries } = recordOf(json)
  if (!isRecord(entries)) return refused(path, 'The file has no exclusions.')
  const log = issueLog(path)
  const byTarget = new Map<string, RepositoryExclusion>()
  for (const entry of entriesOf(entries)) {
    if (byTarget.size >= maxRepositoryExclusions) {
      const message = `Only the first ${maxRepositoryExclusions} exclusions of the file are applied.`
      log.add('exclusions-too-many', message, path)
      break
    }
    const where = `${path}#${entry.where}`
    const read = readEntry(entry, path)
    if (typeof read === 'string') {
      log.add('exclusion-invalid', read, where)
      continue
    }
    const target = JSON.stringify([read.domain, read.target])
    if (byTarget.has(target)) log.add('exclusion-repeated', 'The file excludes this already.', where)
    else byTarget.set(target, { ...read, where })
  }
  return { exclusions: [...byTarget.values()], issues: [...issues, ...log.all()] }
}

export const tooLarge = (where: string): Issue => ({
  code: 'exclusions-unreadable',
  message: 'The file is larger than 1 MB: its exclusions are not applied.',
  where,
})

const refused = (where: string, message: string) => ({
  exclusions: [],
  issues: [{ code: 'exclusions-unreadable', message, where }],
})

interface Entry {
  domain: Domain
  kind: 'advices' | 'cves' | 'libraries'
  value: unknown
  /** A JSON pointer. */
  where: string
}

function* entriesOf(wanted: Record<string, unknown>): Generator<Entry> {
  for (const domain of domains) {
    const lists = recordOf(wanted[domain])
    for (const kind of ['advices', 'cves', 'libraries'] as const) {
      // Stability and licensing have neither advisories nor CVEs.
      if (domain !== 'security' && kind !== 'libraries') continue
      for (const [index, value] of listOf(lists[kind]).entries())
        yield { domain, kind, value, where: `/exclusions/${domain}/${kind}/${index}` }
    }
  }
}

/** The exclusion, or why it is invalid. */
function readEntry({ domain, kind, value }: Entry, path: string): RepositoryExclusion | string {
  const target = readTarget[kind](recordOf(value))
  if (typeof target === 'string') return target
  const { reason, description, expires } = recordOf(value)
  const expiresAt = readEnd(expires)
  if (expiresAt === null) return `${quote(shortTextOf(expires))} is not a date such as 2026-12-31.`
  const repository = {
    path,
    reason: shortTextOf(reason) || 'mitigated',
    description: shortTextOf(description),
  }
  const uuid = uuidOf([domain, target, repository])
  const own = { uuid, domain, target, projectUuid: null, repository }
  return expiresAt === undefined ? own : { ...own, expiresAt }
}

/** The end of the day in UTC; undefined without a date, null if it is none. */
function readEnd(expires: unknown): number | null | undefined {
  if (expires === undefined || expires === null) return undefined
  const text = shortTextOf(expires)
  const start = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(start) ? null : start + dayMs
}

type Target = Exclusion['target']

const readTarget: Record<Entry['kind'], (value: Record<string, unknown>) => Target | string> = {
  advices({ uuid }) {
    const text = shortTextOf(uuid).toLowerCase()
    const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
    return isUuid ? { kind: 'advisory', uuid: text } : `${quote(text)} is not the UUID of an advisory.`
  },
  cves({ cve }) {
    const text = shortTextOf(cve).toUpperCase()
    return /^CVE-\d{4}-\d{4,}$/.test(text) ? { kind: 'cve', cve: text } : `${quote(text)} is not a CVE.`
  },
  libraries(value) {
    const library = recordOf(value['library'])
    const language = shortTextOf(library['language'])
    const name = shortTextOf(library['name'])
    const ecosystem = ecosystemByLanguage(language)
    if (!ecosystem) return `The language ${quote(language)} is unknown.`
    if (name === '') return 'The library has no name.'
    return { kind: 'library', ecosystem: ecosystem.id, name, version: shortTextOf(value['version']) || '*' }
  },
}

/** The same for the same exclusion in every scan. */
const uuidOf = (content: unknown): string => nameUuid(`urn:assay:exclusion:${JSON.stringify(content)}`)
