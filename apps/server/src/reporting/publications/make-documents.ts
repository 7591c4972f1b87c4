import type { PublishedKind } from '@assay/contract/publications.ts'
import { nameUuid } from '@assay/engine/name-uuid.ts'
import { signJson } from '@assay/engine/signatures/sign-json.ts'
import { writeCsaf } from '@assay/engine/vex/write-csaf.ts'
import { writeOpenvex } from '@assay/engine/vex/write-openvex.ts'
import { createHash } from 'node:crypto'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import type { VersionRow } from '#projects/versions/store.ts'
import { readBom } from '#reporting/reports/components/export-inventory.ts'
import { vexOf } from '#reporting/reports/findings/publish-vex.ts'
import { findReport } from '#reporting/reports/stored/find-report.ts'
import { findLaterScan } from './store.ts'

/** What there is to say of a version; the document is made if that differs from what is public. */
export interface DocumentSource {
  kind: PublishedKind
  uuid: string
  digest: Uint8Array
  /** revisions: epoch ms of each version of the document, this one last. null: there is nothing to say. */
  write: ((revisions: readonly number[]) => object) | null
}

type Context = Pick<AppContext, 'db' | 'config'>

/**
 * The version's inventory, and what is known of its vulnerabilities: from the last scan of its branch if that has the same
 * packages, otherwise from its own.
 */
export async function describeVersion(
  { db, config }: Context,
  scope: Scope,
  version: VersionRow,
): Promise<DocumentSource[]> {
  const { projectUuid, reportUuid, name } = version
  const own = { ...(await findReport(db, scope, { projectUuid, reportUuid })), branch: name }
  const bom = await readBom(db, scope, own)
  const at = { branchUuid: own.scan.branch_uuid, number: own.scan.number }
  const later = await findLaterScan(db, scope, at)
  const current =
    later === null
      ? own
      : { ...(await findReport(db, scope, { projectUuid, reportUuid: later })), branch: name }
  const vex = await vexOf(db, scope, current)
  const { author, product, statements } = vex
  const stated = { author, product, statements }
  const uuidOf = (kind: PublishedKind) => nameUuid(`urn:assay:published:${version.uuid}:${kind}`)
  const source = (kind: PublishedKind, of: object, write: DocumentSource['write']) => ({
    kind,
    uuid: uuidOf(kind),
    digest: createHash('sha256').update(JSON.stringify(of)).digest(),
    write,
  })
  const hasStatements = statements.length > 0
  const namespace = publicAddress(config)
  const key = config.signingKey
  return [
    source('sbom', bom, () => (key === undefined ? bom : signJson(bom, key))),
    source(
      'vex',
      stated,
      hasStatements
        ? (revisions) => ({
            ...writeOpenvex({ ...vex, id: uuidOf('vex'), at: revisions.at(-1)! }),
            version: revisions.length,
          })
        : null,
    ),
    source(
      'csaf',
      stated,
      hasStatements ? (revisions) => writeCsaf(vex, { id: uuidOf('csaf'), namespace, revisions }) : null,
    ),
  ]
}
