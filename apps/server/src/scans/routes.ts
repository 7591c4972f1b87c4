import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { findDocument, listDocumentFacts } from '../builds/store.ts'
import { implement } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { compareScans } from '../reports/compare-scans.ts'
import { exportInventory } from '../reports/export-inventory.ts'
import { findReport } from '../reports/find-report.ts'
import { listComponents } from '../reports/list-components.ts'
import { listFindings } from '../reports/list-findings.ts'
import { readOverview } from '../reports/read-overview.ts'
import { listComponentsAt, type ScanRow } from '../reports/store.ts'

export function scansRoutes(parts: Parts): void {
  const { binding, db } = parts

  const positionOf = (scan: ScanRow) => ({ branchUuid: scan.branch_uuid, number: scan.number })

  implement(binding, contract.scans, {
    overview: ({ caller, params, query }) => readOverview(db, caller.scope, { ...params, ...query }),
    async findings({ caller, params, query }) {
      const { scan } = await findReport(db, caller.scope, { ...params, ...query })
      return listFindings(parts, caller.scope, scan)
    },
    async components({ caller, params, query }) {
      const { scan } = await findReport(db, caller.scope, { ...params, ...query })
      return listComponents(await listComponentsAt(db, caller.scope, positionOf(scan)))
    },
    compare: ({ caller, params, query }) => compareScans(db, caller.scope, { ...params, ...query }),
    async inventory({ caller, params, query }) {
      const report = await findReport(db, caller.scope, { ...params, ...query })
      const components = await listComponentsAt(db, caller.scope, positionOf(report.scan))
      return exportInventory({ ...report, components })
    },
    async documents({ caller, params, query }) {
      const { scan } = await findReport(db, caller.scope, { ...params, ...query })
      return listDocumentFacts(db, caller.scope, scan.build_uuid)
    },
    async document({ caller, params, out }) {
      const { scan } = await findReport(db, caller.scope, params)
      const of = { buildUuid: scan.build_uuid, position: readPosition(params.position) }
      const { path, bytes } = (await findDocument(db, caller.scope, of)) ?? missing('document')
      // What was submitted may be anything: never to be shown as a page of ours.
      out.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName(path))}`)
      return bytes
    },
  })
}

const readPosition = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : missing('document'))

const fileName = (path: string) => path.split('/').at(-1) || 'document'
