import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById, ecosystemByLanguage } from '@assay/engine/ecosystems.ts'
import type { Scope } from '#auth/scope.ts'
import { resolveIds, resolveUuid } from '#knowledge/own-advisories/resolve-ids.ts'
import type { Database } from '#platform/database/database.ts'
import { isUuid } from '#platform/http/is-uuid.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { listEcosystemsOf } from './store.ts'
import type { Exclusion } from '@assay/engine/policies/exclusion.ts'

type Target = Exclusion['target']
type Library = Omit<Extract<Target, { kind: 'library' }>, 'ecosystem'> & { ecosystem: EcosystemId | null }

const cvePattern = /^CVE-\d{4}-\d{4,}$/i
/** Advisory database ids such as 'GHSA-35jh-r3h4-6jhm', 'PYSEC-2023-74', 'GO-2022-0969'. */
const aliasPattern = /^[A-Z][A-Z\d]*-[\w:-]*\d[\w:-]*$/i

/**
 * The advisory or component named in a path. Throws Problem 404 for an unknown advisory, 400 for an unknown language or
 * one that is omitted and cannot be derived from the components in use.
 */
export async function readSubject(db: Database, scope: Scope, subject: string): Promise<Target> {
  const advisory = await readAdvisory(db, scope, subject)
  if (advisory) return advisory
  const library = parseLibrary(subject)
  if (library.ecosystem !== null) return { ...library, ecosystem: library.ecosystem }
  return { ...library, ecosystem: await findEcosystem(db, scope, library.name) }
}

/** Whether a path names the subject of an exclusion. An omitted language matches any. */
export async function isSubjectOf(
  db: Database,
  scope: Scope,
  { subject, target }: { subject: string; target: Target },
): Promise<boolean> {
  if (target.kind === 'cve') return subject.toUpperCase() === target.cve
  if (target.kind === 'advisory' || target.kind === 'finding')
    return subject.toLowerCase() === target.uuid || (await findAlias(db, scope, subject)) === target.uuid
  const { ecosystem, name, version } = parseLibrary(subject)
  return (
    (ecosystem ?? target.ecosystem) === target.ecosystem && name === target.name && version === target.version
  )
}

async function readAdvisory(db: Database, scope: Scope, subject: string): Promise<Target | null> {
  const uuid = isUuid(subject)
    ? await resolveUuid(db, scope, subject.toLowerCase())
    : await findAlias(db, scope, subject)
  const isCve = cvePattern.test(subject)
  if (uuid) return isCve ? { kind: 'cve', cve: subject.toUpperCase() } : { kind: 'advisory', uuid }
  if (isUuid(subject) || isCve) throw new Problem(404, 'advisoryUnknown', `No advisory matches ${subject}`)
  return null
}

async function findAlias(db: Database, scope: Scope, subject: string): Promise<string | null> {
  if (!aliasPattern.test(subject)) return null
  const prefix = subject.slice(0, subject.indexOf('-')).toUpperCase()
  const lower = `${prefix}${subject.slice(prefix.length).toLowerCase()}`
  const found = await resolveIds(db, scope, [...new Set([subject, subject.toUpperCase(), lower])])
  return [...found.values()][0] ?? null
}

/** Parses '[language:]name[@version]'. A leading '@' belongs to the name. */
function parseLibrary(subject: string): Library {
  const colon = subject.indexOf(':')
  const ecosystem = colon > 0 ? ecosystemByLanguage(subject.slice(0, colon)) : null
  const named = ecosystem ? subject.slice(colon + 1) : subject
  const at = named.lastIndexOf('@')
  const name = (at > 0 ? named.slice(0, at) : named).replaceAll('|', '/')
  const version = at > 0 ? named.slice(at + 1) : ''
  if (name === '' || name.length > 500 || version.length > 200) throwNotFound('component')
  return { kind: 'library', ecosystem: ecosystem?.id ?? null, name, version: version === '' ? '*' : version }
}

async function findEcosystem(db: Database, scope: Scope, name: string): Promise<EcosystemId> {
  const found = (await listEcosystemsOf(db, scope, name)) as EcosystemId[]
  if (found.length === 1) return found[0]!
  const [language] = name.split(':')
  if (found.length === 0 && language !== name && !language!.includes('.'))
    throw new Problem(400, 'languageUnknown', `The language '${language}' is unknown`)
  const candidates = found.map((id) => ecosystemById(id).languages[0]).join(', ')
  const reason = found.length === 0 ? 'no component in use has this name' : `it is used in ${candidates}`
  throw new Problem(400, 'languageMissing', `Name the language of ${name}, as in nodejs:${name}: ${reason}`)
}
