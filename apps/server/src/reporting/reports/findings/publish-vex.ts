import { ownProperty } from '@assay/engine/own-property.ts'
import { signJson } from '@assay/engine/signatures/sign-json.ts'
import type { VexAssessment } from '@assay/engine/policies/vex.ts'
import type { PublishedStatement, PublishedVex } from '@assay/engine/vex/published-vex.ts'
import { purlOfPackage } from '@assay/engine/vex/purl-of-package.ts'
import { writeCyclonedxVex } from '@assay/engine/vex/write-cyclonedx-vex.ts'
import { writeOpenvex } from '@assay/engine/vex/write-openvex.ts'
import { fromWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AffectedVersion } from '@assay/engine/lifetimes/finding.ts'
import { largeResponse } from '#auth/router/large-response.ts'
import type { Scope } from '#auth/scope.ts'
import { findAccount } from '#accounts/account/store.ts'
import { readAccountBriefs } from '#knowledge/own-advisories/texts.ts'
import type { Database } from '#platform/database/database.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { version } from '#platform/system/version.ts'
import { describeExclusions, type DescribedExclusion } from '#scanning/exclusions/store.ts'
import { productIdsOf } from '#scanning/vex/product-ids.ts'
import { nearestFixes } from '@assay/engine/advisories/nearest-fixes.ts'
import { componentKeysAt, graphPages } from '#reporting/reports/components/component-pages-store.ts'
import { graphBytesPerComponent } from '#reporting/reports/components/dependency-graph.ts'
import { type Found, foundPages } from './list-findings.ts'
import type { ScanRow } from '#reporting/reports/stored/store.ts'

interface Published {
  project: { uuid: string; url: string; name: string }
  branch: string
  scan: ScanRow
  format: 'openvex' | 'cyclonedx'
  /** Ed25519, in PEM: CycloneDX documents are signed. */
  signingKey: string | undefined
}

/** The project's VEX statements about a scan's findings. Throws 404 if there are none. */
export const publishVex = (db: Database, scope: Scope, published: Published) =>
  largeResponse(published.scan.component_count * graphBytesPerComponent, async () => {
    const vex = await vexOf(db, scope, published)
    if (vex.statements.length === 0) throwNotFound('finding in this report')
    if (published.format === 'openvex') return streamJson(writeOpenvex(vex))
    const document = writeCyclonedxVex(vex)
    return streamJson(
      published.signingKey === undefined ? document : signJson(document, published.signingKey),
    )
  })

/** The same for any format, possibly without statements. */
export async function vexOf(
  db: Database,
  scope: Scope,
  { project, branch, scan }: Omit<Published, 'format' | 'signingKey'>,
): Promise<PublishedVex> {
  const statements = await readStatements(db, scope, scan)
  const account = (await findAccount(db, scope)) ?? throwNotFound('account')
  return {
    id: scan.uuid,
    at: scan.scanned_at.getTime(),
    author: account.name,
    tool: { name: 'Assay', version },
    product: { id: productIdsOf(project)[0], name: project.name, version: branch },
    statements,
  }
}

async function readStatements(db: Database, scope: Scope, scan: ScanRow): Promise<PublishedStatement[]> {
  const byKey = new Map<string, PublishedStatement>()
  const findPurls = await readPurls(db, scope, scan)
  for await (const page of foundPages({ db }, scope, scan)) {
    const briefs = await readAccountBriefs(db, scope, new Set(page.map(({ advisoryUuid }) => advisoryUuid)))
    const excludedBy = page.flatMap(({ excluded }) => excluded?.exclusionUuid ?? [])
    const exclusions = new Map(
      (await describeExclusions(db, scope, excludedBy)).map((each) => [each.uuid, each]),
    )
    for (const found of page) {
      const exclusion = exclusions.get(found.excluded?.exclusionUuid ?? '')
      for (const affected of found.affected) {
        const assessment = exclusion ? assessmentOfExclusion(exclusion) : assessmentOf(found, affected, scan)
        const key = JSON.stringify([found.advisoryUuid, assessment])
        const existing = byKey.get(key)
        const components = componentsOf(found, affected, findPurls)
        const brief = briefs.get(found.advisoryUuid)
        byKey.set(
          key,
          existing
            ? merged(existing, components, found)
            : { ...assessment, ...factsOf(found, brief), components },
        )
      }
    }
  }
  return [...byKey.values()]
}

type StatementAssessment = Pick<PublishedStatement, 'status' | 'justification' | 'detail' | 'at'>

const justifications: Record<string, string> = {
  mitigated: 'inline_mitigations_already_exist',
  unapplicable: 'vulnerable_code_not_in_execute_path',
}

/** A risk that is accepted, or put off, still affects: the statement says so, with the reason as what is done about it. */
const isAffected = (state: string | null | undefined): boolean => state === 'accepted' || state === 'snoozed'

const assessmentOfExclusion = (
  exclusion: Pick<DescribedExclusion, 'reason' | 'description' | 'createdAt' | 'state' | 'justification'>,
): StatementAssessment => ({
  ...(isAffected(exclusion.state)
    ? { status: 'affected', justification: null }
    : {
        status: 'not_affected',
        justification: exclusion.justification ?? justificationOf(exclusion),
      }),
  detail: exclusion.description,
  at: exclusion.createdAt.getTime(),
})

/** A false positive: the advisory names code that is not there. */
const justificationOf = ({ state, reason }: Pick<DescribedExclusion, 'state' | 'reason'>): string | null =>
  state === 'false-positive' ? 'vulnerable_code_not_present' : (ownProperty(justifications, reason) ?? null)

/** A statement if it is effective in the account; otherwise open findings are under investigation. */
function assessmentOf({ row }: Found, { vex }: AffectedVersion, scan: ScanRow): StatementAssessment {
  const since = (row?.introduced_at ?? scan.scanned_at).getTime()
  if (!vex || isNotFollowed(vex))
    return { status: 'under_investigation', justification: null, detail: '', at: since }
  const { status, justification, detail, source } = vex
  return { status, justification, detail, at: source?.at ?? since }
}

const isNotFollowed = ({ status, isInformational }: VexAssessment): boolean =>
  isInformational === true && (status === 'not_affected' || status === 'fixed')

function factsOf(found: Found, brief: { ids: string[]; summary: string } | undefined) {
  const ids = [...new Set([found.cve ?? [], brief?.ids ?? []].flat())]
  return {
    ids: ids.length > 0 ? ids : [found.advisoryUuid],
    severity: fromWireSeverity(found.severity),
    cvss: found.cvss,
    description: brief?.summary ?? '',
    recommendation: recommendationOf(found),
  }
}

function recommendationOf({ name, ecosystem, affected, fixedVersions }: Found): string {
  const fixes = nearestFixes({ ecosystem, versions: affected.map(({ version }) => version), fixedVersions })
  return fixes.length === 0 ? '' : `Upgrade ${name}; fixed in ${fixes.join(', ')}.`
}

function merged(statement: PublishedStatement, components: PublishedStatement['components'], found: Found) {
  const all = new Map([...statement.components, ...components].map((each) => [each.purl, each]))
  const recommendations = new Set(
    [statement.recommendation, recommendationOf(found)].filter((each) => each !== ''),
  )
  return { ...statement, components: [...all.values()], recommendation: [...recommendations].join(' ') }
}

type FindPurls = (name: string, version: string) => readonly string[]

const componentsOf = ({ ecosystem, name }: Found, { version }: AffectedVersion, findPurls: FindPurls) => {
  const purls = findPurls(name, version)
  return (purls.length > 0 ? purls : [purlOfPackage({ ecosystem, name, version })]).map((purl) => ({
    name,
    version,
    purl,
  }))
}

/** The package URLs of a scan's components, by name and version. */
async function readPurls(db: Database, scope: Scope, scan: ScanRow): Promise<FindPurls> {
  const { branch_uuid: branchUuid, number } = scan
  const keys = await componentKeysAt(db, scope, { branchUuid, number })
  const purls = new Map<string, string[]>()
  for await (const page of graphPages(db, scope, { branchUuid, keys })) {
    for (const { name, version: of, purl } of page) {
      if (purl === null) continue
      const cached = purls.get(`${name}\n${of}`)
      if (!cached) purls.set(`${name}\n${of}`, [purl])
      else if (!cached.includes(purl)) cached.push(purl)
    }
  }
  return (name, of) => purls.get(`${name}\n${of}`) ?? []
}
