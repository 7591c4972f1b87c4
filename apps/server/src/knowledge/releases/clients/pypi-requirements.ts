import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import type { Get, PackageToRead } from './client.ts'
import { rangesWantedOf, type Requirements } from './ranges.ts'
import { jsonOf, sentenceOf } from './read-response.ts'

/** One request per version; the rest follows at later checks. */
const versionsAtOnce = 30

/** What releases require, from the JSON API if the index has one; the nearest releases first. */
export async function readRequirements(
  get: Get,
  pkg: PackageToRead,
  releases: readonly Release[],
): Promise<Map<string, Requirements>> {
  const { compareVersions } = ecosystemById(pkg.ecosystem)
  const isWanted = rangesWantedOf(pkg)
  const known = new Set(pkg.known.flatMap(({ version, requires }) => (requires ? version : [])))
  const missing = releases
    .filter(({ version, isYanked }) => !isYanked && isWanted(version) && !known.has(version))
    .sort((a, b) => compareVersions(a.version, b.version) ?? 0)
    .slice(0, versionsAtOnce)
  const found = new Map<string, Requirements>()
  for (const { version } of missing) {
    const path = `../pypi/${encodeURIComponent(pkg.name)}/${encodeURIComponent(version)}/json`
    const response = await get(path)
    if (response.kind !== 'found') break
    const { info } = recordOf(await jsonOf(response, { info: { requires_dist: true } }))
    found.set(version, listOf(recordOf(info)['requires_dist']).flatMap(requirementOf))
  }
  return found
}

/** 'idna (<3,>=2.5)', 'PySocks!=1.5.7,>=1.5.6; extra == "socks"': https://peps.python.org/pep-0508/ */
function requirementOf(value: unknown): Requirements {
  const [, name, range] = /^([A-Za-z0-9._-]+)\s*(?:\[[^\]]*\])?\s*([^;]*)/.exec(sentenceOf(value) ?? '') ?? []
  return name === undefined ? [] : [[name, range!.replaceAll(/[()\s]/g, '')]]
}
