import { contract } from '@assay/contract/contract.ts'
import { documentLanguage } from '#accounts/members/document-language.ts'
import type { AppContext } from '#context.ts'
import { findDocument, listDocumentHeads, streamDocument } from '#scanning/builds/documents/document-store.ts'
import { assessStored } from '#scanning/builds/reading/assess-stored.ts'
import { maxBytesInMemory } from '#platform/uploads/spool.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { compareScans } from '#reporting/reports/comparison/compare-scans.ts'
import { writeSmallFile } from '#reporting/documents/files/document-file.ts'
import { comparisonDocument } from '#reporting/reports/comparison/comparison-document.ts'
import { exportInventory, exportSignedInventory } from '#reporting/reports/components/export-inventory.ts'
import { findAnyReport, findReport } from '#reporting/reports/stored/find-report.ts'
import { listComponents } from '#reporting/reports/components/list-components.ts'
import { listFindings } from '#reporting/reports/findings/list-findings.ts'
import { readFindingPage } from '#reporting/reports/findings/read-finding-page.ts'
import { findScanImage } from '#reporting/reports/components/image-store.ts'
import { publishVex } from '#reporting/reports/findings/publish-vex.ts'
import { readOverview } from '#reporting/reports/read-overview.ts'

export function scansRoutes(context: AppContext): void {
  const { routes, db, config } = context
  const { signingKey } = config

  registerRoutes(routes, contract.scans, {
    overview: ({ caller, params, query }) => readOverview(context, caller.scope, { ...params, ...query }),
    async findings({ caller, params, query }) {
      const report = await findAnyReport(db, caller.scope, { ...params, ...query })
      return report ? listFindings(context, caller.scope, report.scan) : []
    },
    findingPage: ({ caller, params, query }) =>
      readFindingPage(context, caller.scope, { ...params, ...query }),
    async image({ caller, params, query }) {
      const report = await findAnyReport(db, caller.scope, { ...params, ...query })
      return { image: report ? await findScanImage(db, caller.scope, report.scan) : null }
    },
    async components({ caller, params, query }) {
      const report = await findAnyReport(db, caller.scope, { ...params, ...query })
      return report ? listComponents(db, caller.scope, report.scan) : []
    },
    compare: ({ caller, params, query }) => compareScans(context, caller.scope, { ...params, ...query }),
    async compareFile({ caller, params: { projectUuid, format }, query, request, reply }) {
      const language = await documentLanguage(db, caller, request)
      const document = await comparisonDocument(context, caller.scope, { ...query, projectUuid, language })
      const file = (await writeSmallFile(document, { ...context, format })) ?? throwNotFound('report')
      reply.header('content-language', language).header('vary', 'accept-language')
      reply.header('content-disposition', `attachment; filename="comparison.${format}"`)
      reply.header('content-type', file.mediaType)
      return file.bytes
    },
    async inventory({ caller, params, query }) {
      const report = await findReport(db, caller.scope, { ...params, ...query })
      return signingKey === undefined
        ? exportInventory(db, caller.scope, report)
        : exportSignedInventory(db, caller.scope, { ...report, signingKey })
    },
    async vex({ caller, params, query: { format, ...query } }) {
      const report = await findReport(db, caller.scope, { ...params, ...query })
      return publishVex(db, caller.scope, { ...report, format, signingKey })
    },
    async documents({ caller, params, query }) {
      const report = await findAnyReport(db, caller.scope, { ...params, ...query })
      return report ? listDocumentHeads(db, caller.scope, report.scan.build_uuid) : []
    },
    async document({ caller, params, reply }) {
      const { scan } = await findReport(db, caller.scope, params)
      const of = { buildUuid: scan.build_uuid, position: readPosition(params.position) }
      const facts = await listDocumentHeads(db, caller.scope, scan.build_uuid)
      const { path, size } =
        facts.find(({ position }) => position === of.position) ?? throwNotFound('document')
      // The content is untrusted: force a download instead of rendering it.
      reply.header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(fileName(path))}`,
      )
      // The body may be a stream, so the content type must be set explicitly.
      if (size > maxBytesInMemory)
        return streamDocument(db, caller.scope, of) as unknown as Uint8Array<ArrayBuffer>
      return ((await findDocument(db, caller.scope, of)) ?? throwNotFound('document')).bytes
    },
    async quality({ caller, params }) {
      const { scan } = await findReport(db, caller.scope, params)
      const of = { buildUuid: scan.build_uuid, position: readPosition(params.position) }
      return assessStored(db, caller.scope, of)
    },
  })
}

const readPosition = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : throwNotFound('document'))

const fileName = (path: string) => path.split('/').at(-1) || 'document'
