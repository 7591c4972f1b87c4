import type { Api } from '../api.ts'
import { createOnce } from './create-once.ts'
import { listAll } from './dependency-track-client.ts'
import type { TheirAffected, TheirVulnerability } from './dependency-track-objects.ts'
import type { ImportContext } from './import-context.ts'
import { packageOfPurl } from './package-of-purl.ts'

const what = 'Private vulnerabilities'

type NewAdvisory = Parameters<Api['ownAdvisories']['create']>[0]['body']

/** Vulnerabilities that people wrote there become advisories of the account. */
export async function importOwnAdvisories(context: ImportContext): Promise<void> {
  const { from, api, accountUuid, tally } = context
  const listed = await listAll<TheirVulnerability>(from, '/api/v1/vulnerability?source=INTERNAL')
  const own = listed.filter(({ source }) => source === 'INTERNAL')
  if (own.length === 0) return
  const params = { accountUuid }
  const present = new Set((await api.ownAdvisories.list({ params })).map(({ id }) => id))
  for (const { vulnId: name } of own) {
    const path = `/api/v1/vulnerability/source/INTERNAL/vuln/${encodeURIComponent(name)}`
    const theirs = await from.get<TheirVulnerability>(path)
    const mapped = theirs ? mapAdvisory(theirs) : { why: 'the API key may not read it' }
    if ('why' in mapped) tally.leftOut.push({ what, name, why: mapped.why })
    else
      await createOnce(context, { what, name, isThere: present.has(name) }, () =>
        api.ownAdvisories.create({ params, body: mapped }),
      )
  }
}

const ratings = { CRITICAL: 'critical', HIGH: 'high', MEDIUM: 'medium', LOW: 'low' } as const

/** Packages by their package URL; components named by a CPE alone cannot be matched here. */
function mapAdvisory(theirs: TheirVulnerability): NewAdvisory | { why: string } {
  const { vulnId: id, title, description = '', severity, cwes = [], affectedComponents = [] } = theirs
  const affected = affectedComponents.flatMap((each) => affectedOf(each) ?? [])
  if (affected.length === 0) return { why: 'it names no package by its package URL' }
  const cvss = theirs.cvssV4Vector || theirs.cvssV3Vector || theirs.cvssV2Vector || null
  const rating = Object.entries(ratings).find(([name]) => name === severity)?.[1] ?? null
  const url = /https?:\/\/[^\s)]+/.exec(theirs.references ?? '')?.[0]
  const summary = title || description.split('\n', 1)[0]!.slice(0, 300) || id
  return {
    id,
    summary,
    details: [description, theirs.detail, theirs.recommendation].filter(Boolean).join('\n\n'),
    cvss: cvss === null ? null : cvss.replaceAll(/[()]/g, ''),
    severity: cvss === null ? rating : null,
    cwes: cwes.map((cwe) => `CWE-${typeof cwe === 'number' ? cwe : cwe.cweId}`),
    references: url === undefined ? [] : [{ type: 'WEB', url }],
    affected,
  }
}

function affectedOf(each: TheirAffected): NewAdvisory['affected'][number] | null {
  const { identityType, identity = '', versionType, version } = each
  const found = identityType === 'PURL' ? packageOfPurl(identity) : null
  if (!found) return null
  const of = { ecosystem: found.ecosystem, package: found.package }
  if (versionType === 'EXACT' && version) return { ...of, versions: [version] }
  if (found.version !== null) return { ...of, versions: [found.version] }
  const lastAffected = each.versionEndIncluding || null
  const range = {
    introduced: each.versionStartIncluding || each.versionStartExcluding || '0',
    fixed: each.versionEndExcluding || null,
    ...(lastAffected !== null && !each.versionEndExcluding && { lastAffected }),
  }
  return { ...of, ranges: [range] }
}
