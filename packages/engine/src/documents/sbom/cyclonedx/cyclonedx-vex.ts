import type { LinkedStatement, VexStatement } from '../../../inventory.ts'
import type { VexStatus } from '../../../vocabulary.ts'
import type { Components } from './cyclonedx-components.ts'
import type { IssueLog } from '../../parsers/issue-log.ts'
import { listOf, quote, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { ownProperty } from '../../../own-property.ts'
import { parseBomLink } from '../bom-link.ts'
import type { CyclonedxSource } from './cyclonedx-source.ts'

/** Source: https://cyclonedx.org/docs/1.7/json/#vulnerabilities_items_analysis_state */
export const statuses: Record<string, VexStatus> = {
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  exploitable: 'affected',
  in_triage: 'under_investigation',
  false_positive: 'not_affected',
  not_affected: 'not_affected',
}

/** Reads the vulnerabilities of a CycloneDX document that have an analysis; others are scanner results. */
export function readVex(
  bom: Record<string, unknown>,
  components: Components,
  { locationOf, log }: Context,
): { statements: VexStatement[]; linked: LinkedStatement[] } {
  const serialNumber = textOf(bom['serialNumber']).toLowerCase()
  const resolve = resolver(components, serialNumber)
  const statements: VexStatement[] = []
  const linked: LinkedStatement[] = []
  for (const [index, vulnerability] of listOf(bom['vulnerabilities']).entries()) {
    const members = recordOf(vulnerability)
    const state = textOf(recordOf(members['analysis'])['state'])
    if (state === '') continue
    const location = () => locationOf(`/vulnerabilities/${index}`, members)
    const status = ownProperty(statuses, state)
    const ids = idsOf(members)
    if (!status || ids.length === 0) {
      const lack = status ? 'has no id' : `has the unknown state ${quote(state)}`
      log.add('vex-unusable', `A statement on a vulnerability ${lack} and was left out.`, location)
      continue
    }
    const affected = readAffected(members, resolve)
    const statement = { ids, status, ...readAnalysis(members) }
    if (affected !== null) statements.push({ ...statement, components: affected })
    const unknown = affected?.length === 0 ? [] : refsOf(members).filter((ref) => resolve(ref) === null)
    if (affected !== null && unknown.length === 0) continue
    const named = unknown.filter((ref) => ref !== '')
    const message = describeUnknown(ids[0]!, named, affected === null)
    log.add('vex-ref-unknown', message, location)
    const issue = { code: 'vex-ref-unknown', message, where: location() }
    if (named.length > 0) linked.push({ ...statement, refs: named, issue })
  }
  return { statements, linked }
}

const maxNamed = 5

function describeUnknown(id: string, refs: readonly string[], isLeftOut: boolean): string {
  const more = refs.length > maxNamed ? ` and ${refs.length - maxNamed} more` : ''
  const names = refs.length === 0 ? '' : ` (${refs.slice(0, maxNamed).map(quote).join(', ')}${more})`
  return isLeftOut
    ? `The statement on ${quote(id)} is of components that are not in the document${names} and was left out.`
    : `The statement on ${quote(id)} is also of components that are not in the document${names}: for them it was left out.`
}

type Context = Pick<CyclonedxSource, 'locationOf'> & { log: IssueLog }

/** Resolves a reference to components, to all of them, or to null if it is unknown. */
type Resolve = (ref: string) => number[] | 'all' | null

/** The id of a vulnerability and its aliases. */
export function idsOf(vulnerability: Record<string, unknown>): string[] {
  const references = listOf(vulnerability['references']).map((each) => shortTextOf(recordOf(each)['id']))
  return [...new Set([shortTextOf(vulnerability['id']), ...references])].filter((id) => id !== '')
}

function readAnalysis(vulnerability: Record<string, unknown>) {
  const analysis = recordOf(vulnerability['analysis'])
  return {
    justification: shortTextOf(analysis['justification']) || null,
    detail: shortTextOf(analysis['detail']),
  }
}

const refsOf = (vulnerability: Record<string, unknown>): string[] =>
  listOf(vulnerability['affects']).map((each) => textOf(recordOf(each)['ref']))

/** Indexes of components, empty for all of them; null if no reference can be resolved. */
function readAffected(vulnerability: Record<string, unknown>, resolve: Resolve): number[] | null {
  const affects = refsOf(vulnerability).map(resolve)
  if (affects.length === 0 || affects.includes('all')) return []
  const indexes = new Set(affects.flatMap((each) => (Array.isArray(each) ? each : [])))
  return indexes.size === 0 ? null : [...indexes]
}

/** A reference is a bom-ref, a BOM-Link to this document (https://cyclonedx.org/capabilities/bomlink/) or a purl. */
function resolver({ list: { components }, targets }: Components, serialNumber: string): Resolve {
  let byPurl: Map<string | null | undefined, number[]> | null = null
  const findByPurl = (purl: string): number[] | null => {
    byPurl ??= Map.groupBy(components.keys(), (index) => components[index]?.purl)
    return byPurl.get(purl) ?? null
  }
  return (text) => {
    const link = parseBomLink(text)
    if (link && `urn:uuid:${link.serial}` !== serialNumber) return null
    if (link?.ref === null) return 'all'
    const ref = link?.ref ?? text
    const target = targets.get(ref)
    if (target === 'root') return 'all'
    return typeof target === 'number' ? [target] : findByPurl(ref)
  }
}
