import { licenseName } from '@assay/engine/licenses/spdx.ts'
import { writeOpenvex } from '@assay/engine/vex/write-openvex.ts'
import { findAccount } from '#accounts/account/store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { ItemStream } from '#platform/http/item-stream.ts'
import { type JsonStream, streamJson, writeJson } from '#platform/http/json-stream.ts'
import { version as toolVersion } from '#platform/system/version.ts'
import {
  componentKeysAt,
  licensedPages,
  type LicensedRow,
} from '#reporting/reports/components/component-pages-store.ts'
import { findReport } from '#reporting/reports/stored/find-report.ts'
import { purlOf } from '#reporting/reports/components/purl-of.ts'
import { vexOf } from '#reporting/reports/findings/publish-vex.ts'
import { branchPages, type EraSelection } from './store.ts'

export interface Inventoried {
  db: Database
  scope: Scope
  selection: EraSelection
  /** Header of the file. */
  uuid: string
  name: string
  createdAt: Date
}

/** A component used by any of the branches, listed once. */
async function* distinctComponents({ db, scope, selection }: Inventoried): AsyncGenerator<LicensedRow[]> {
  const seen = new Set<string>()
  const isNew = (row: LicensedRow) => {
    const key = purlOf(row) ?? `${row.ecosystem ?? ''} ${row.name} ${row.version}`
    return seen.size < seen.add(key).size
  }
  for await (const page of branchPages(db, scope, selection)) {
    for (const { branchUuid, number } of page) {
      const keys = await componentKeysAt(db, scope, { branchUuid, number })
      for await (const rows of licensedPages(db, scope, { branchUuid, keys })) yield rows.filter(isNew)
    }
  }
}

/** https://cyclonedx.org/docs/1.6/json/ */
export const writeCyclonedx = (of: Inventoried) =>
  piecesOf(
    streamJson({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${of.uuid}`,
      version: 1,
      metadata: {
        timestamp: of.createdAt.toISOString(),
        tools: { components: [{ type: 'application', name: 'Assay', version: toolVersion }] },
        component: { type: 'application', 'bom-ref': 'report', name: of.name },
      },
      components: new ItemStream(cyclonedxComponents(of)),
    }),
  )

async function* cyclonedxComponents(of: Inventoried) {
  for await (const rows of distinctComponents(of)) yield rows.map(cyclonedxComponent)
}

function cyclonedxComponent(row: LicensedRow) {
  const { name, version, licenses } = row
  const purl = purlOf(row)
  return {
    type: 'library',
    name,
    version,
    ...(purl !== null && { 'bom-ref': purl, purl }),
    ...(licenses.length > 0 && {
      licenses: licenses.map((each) => ({
        license: licenseName(each) === null ? { name: each } : { id: each },
      })),
    }),
  }
}

const spdxDocument = 'SPDXRef-DOCUMENT'

/** https://spdx.github.io/spdx-spec/v2.3/ */
export function writeSpdx(of: Inventoried) {
  const counted = { packages: 0 }
  return piecesOf(
    streamJson({
      spdxVersion: 'SPDX-2.3',
      dataLicense: 'CC0-1.0',
      SPDXID: spdxDocument,
      name: of.name,
      documentNamespace: `urn:uuid:${of.uuid}`,
      creationInfo: {
        created: `${of.createdAt.toISOString().slice(0, 19)}Z`,
        creators: [`Tool: Assay-${toolVersion}`],
      },
      packages: new ItemStream(spdxPackages(of, counted)),
      // Written after all packages.
      relationships: new ItemStream(spdxRelationships(counted)),
    }),
  )
}

async function* spdxPackages(of: Inventoried, counted: { packages: number }) {
  for await (const rows of distinctComponents(of))
    yield rows.map((row) => spdxPackage(row, ++counted.packages))
}

function spdxPackage(row: LicensedRow, number: number) {
  const purl = purlOf(row)
  return {
    SPDXID: `SPDXRef-Package-${number}`,
    name: row.name,
    versionInfo: row.version,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: declaredOf(row.licenses),
    copyrightText: 'NOASSERTION',
    ...(purl !== null && {
      externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
    }),
  }
}

/** SPDX requires definitions of licenses outside its list. */
const declaredOf = (licenses: readonly string[]): string =>
  licenses.length > 0 && licenses.every((each) => licenseName(each) !== null)
    ? licenses.join(' AND ')
    : 'NOASSERTION'

const relationshipsAtOnce = 1000

/** Looks up the number when the first license is requested. */
async function* spdxRelationships(counted: { packages: number }) {
  const { packages } = counted
  for (let start = 1; start <= packages; start += relationshipsAtOnce) {
    const length = Math.min(relationshipsAtOnce, packages - start + 1)
    yield Array.from({ length }, (_, index) => ({
      spdxElementId: spdxDocument,
      relationshipType: 'DESCRIBES',
      relatedSpdxElement: `SPDXRef-Package-${start + index}`,
    }))
  }
}

/** VEX statements of all branches as one OpenVEX document. */
export async function* writeVex(of: Inventoried): AsyncGenerator<string> {
  const account = await findAccount(of.db, of.scope)
  const document = { id: of.uuid, at: of.createdAt.getTime(), author: account?.name ?? '' }
  const tool = { name: 'Assay', version: toolVersion }
  const product = { id: `urn:uuid:${of.uuid}`, name: of.name, version: '' }
  yield* piecesOf(
    streamJson({
      ...writeOpenvex({ ...document, tool, product, statements: [] }),
      statements: new ItemStream(vexStatements(of)),
    }),
  )
}

async function* vexStatements({ db, scope, selection }: Inventoried) {
  for await (const page of branchPages(db, scope, selection)) {
    for (const { projectUuid, scanUuid } of page) {
      const report = await findReport(db, scope, { projectUuid, reportUuid: scanUuid })
      yield writeOpenvex(await vexOf(db, scope, report)).statements
    }
  }
}

async function* piecesOf(json: JsonStream<unknown>): AsyncGenerator<string> {
  const pieces = await writeJson(json, null)
  if (typeof pieces === 'string') yield pieces
  else yield* pieces
}
