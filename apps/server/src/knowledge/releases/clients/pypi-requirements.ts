import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import type { Get, PackageToRead } from './client.ts'
import { rangesWantedOf, type Requirements } from './ranges.ts'
import { addressOf, type Distribution, readHeaders } from './pypi-metadata.ts'
import { jsonOf, sentenceOf, textOfResponse } from './read-response.ts'

/** One request per version; the rest follows at later checks. */
const versionsAtOnce = 30

interface Listed {
  releases: readonly Release[]
  distributions: ReadonlyMap<string, readonly Distribution[]>
}

/** What releases require; the nearest releases first. */
export async function readRequirements(
  get: Get,
  pkg: PackageToRead,
  { releases, distributions }: Listed,
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
    const wheel = distributions.get(version)?.find(({ hasMetadata }) => hasMetadata === true)
    const requires = wheel ? await fromFile(get, wheel, pkg) : await fromApi(get, pkg, version)
    if (requires) found.set(version, listOf(requires).flatMap(requirementOf))
  }
  return found
}

async function fromFile(get: Get, wheel: Distribution, { name }: PackageToRead): Promise<unknown> {
  const response = await get(`${addressOf(wheel, name)}.metadata`)
  return response.kind === 'found' ? readHeaders(textOfResponse(response))['requires_dist'] : null
}

/** For indexes that have the JSON API. It lists nothing for releases without a wheel. */
async function fromApi(get: Get, { name }: PackageToRead, version: string): Promise<unknown> {
  const response = await get(`../pypi/${encodeURIComponent(name)}/${encodeURIComponent(version)}/json`)
  if (response.kind !== 'found') return null
  return recordOf(recordOf(await jsonOf(response, { info: { requires_dist: true } }))['info'])[
    'requires_dist'
  ]
}

/** 'idna (<3,>=2.5)', 'PySocks!=1.5.7,>=1.5.6; extra == "socks"': https://peps.python.org/pep-0508/ */
function requirementOf(value: unknown): Requirements {
  const [, name, range] = /^([A-Za-z0-9._-]+)\s*(?:\[[^\]]*\])?\s*([^;]*)/.exec(sentenceOf(value) ?? '') ?? []
  return name === undefined ? [] : [[name, range!.replaceAll(/[()\s]/g, '')]]
}
