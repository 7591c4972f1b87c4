import { ecosystemById } from '../ecosystems.ts'
import type { AdvisoryRecord } from './advisory.ts'

type Identifiers = Pick<AdvisoryRecord, 'id' | 'aliases' | 'upstream' | 'affected'>

/** Whether every package of the record belongs to a distribution. */
export const isOfDistribution = ({ affected }: Pick<AdvisoryRecord, 'affected'>): boolean =>
  affected.length > 0 && affected.every(({ ecosystem }) => ecosystemById(ecosystem).release !== undefined)

/** The CVE that an id consists of, or ends with as in 'UBUNTU-CVE-2021-3782'; null if there is none. */
const cveIn = (id: string): string | null =>
  /^(?:[A-Z][A-Z\d-]*-)?(CVE-\d{4}-\d{4,19})$/.exec(id)?.[1] ?? null

/**
 * All CVEs that a record is about, oldest first. AlmaLinux lists those of its advisories as related; in other feeds,
 * 'related' names similar vulnerabilities.
 */
export function cvesOf(record: Identifiers, related: readonly string[]): string[] {
  const named = pickCves([record.id, ...record.aliases, ...record.upstream])
  return named.length > 0 || !isOfDistribution(record) ? named : pickCves(related)
}

function pickCves(ids: readonly string[]): string[] {
  return [...new Set(ids.map(cveIn).filter((cve) => cve !== null))].sort(byCve)
}

/**
 * The ids that stand for the same vulnerability. A record of one CVE, or of one upstream advisory, stands for that one
 * whether it names it as alias or as upstream. A distribution's record of several CVEs stands for none of them alone.
 */
export function identitiesOf(record: Identifiers & Pick<AdvisoryRecord, 'cves'>): string[] {
  const { id, aliases, upstream, cves } = record
  const [only, ...others] = cves.length > 0 ? cves : upstream
  if (only !== undefined && others.length === 0) return [...new Set([id, ...aliases, only])]
  if (!isOfDistribution(record)) return [id, ...aliases]
  return [id, ...aliases.filter((alias) => cveIn(alias) === null)]
}

/** By year, then by number, which has four or more digits. */
export function byCve(a: string, b: string): number {
  const [yearA, yearB] = [a.slice(0, 8), b.slice(0, 8)]
  return yearA === yearB ? Number(a.slice(9)) - Number(b.slice(9)) : yearA < yearB ? -1 : 1
}
