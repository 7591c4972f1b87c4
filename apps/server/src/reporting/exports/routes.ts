import { contract } from '@assay/contract/contract.ts'
import type { Bible } from '@assay/contract/report-exports.ts'
import type { Readable } from 'node:stream'
import { documentLanguage } from '#accounts/members/document-language.ts'
import type { AppContext } from '#context.ts'
import { respond, streamText } from '#auth/router/reply.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Scope } from '#auth/scope.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { pdfOf } from '#reporting/documents/files/document-file.ts'
import { findBranchOf, findReport } from '#reporting/reports/stored/find-report.ts'
import { recordPullRequests } from '#reporting/reports/record-pull-requests.ts'
import { failed, runOf } from './export-state.ts'
import { openExport } from './open-export.ts'
import { reportDocument } from './report-document.ts'
import { securityReport } from './security-report.ts'
import { findExport, findReadyOf } from './store.ts'
import { openFile } from './stored-file.ts'
import { bibleDays, bibleKind, BibleRequest } from './write-bible.ts'

export function reportExportsRoutes(context: AppContext): void {
  const { routes, db } = context

  const findBible = async (scope: Scope, params: { projectUuid: string; bibleUuid: string }) => {
    const found = await findExport(db, scope, { kind: bibleKind, uuid: params.bibleUuid })
    return found?.project_uuid === params.projectUuid.toLowerCase()
      ? found
      : throwNotFound('license inventory')
  }

  registerRoutes(routes, contract.reportExports, {
    makeBible: ({ caller, params, query, change }) =>
      change(async (tx) => {
        const { project, branch, scan } = await findReport(tx, caller.scope, { ...params, ...query })
        const request = BibleRequest.parse({ projectUuid: project.uuid, branch, reportUuid: scan.uuid })
        const visibility = { teamUuids: null, projectUuid: project.uuid }
        const { scope, email } = caller
        const made = { ...visibility, kind: bibleKind, request, formats: ['json'], keptDays: bibleDays }
        const uuid = await openExport(context, tx, { scope, email, ...made })
        return { result: uuid, target: { reportUuid: scan.uuid }, after: { branch } }
      }),

    async bibleProgress({ caller, params }) {
      const { state, progress, reason } = await findBible(caller.scope, params)
      if (state === 'ready') return 100 as const
      if (state === 'failed') throw failed(reason)
      return respond(404, Math.min(99, progress))
    },

    async bible({ caller, params, query }) {
      const { project, branch } = await findBranchOf(db, caller.scope, { ...params, ...query })
      const of = { kind: bibleKind, projectUuid: project.uuid, branch: branch.name }
      const found = (await findReadyOf(db, caller.scope, of)) ?? throwNotFound('license inventory')
      const content = (await openFile(db, runOf(found), 'json')) ?? throwNotFound('license inventory')
      // Already serialized JSON.
      return streamText(textOf(content)) as unknown as Bible
    },

    addPullRequests: ({ caller, params, query, body, change }) =>
      recordPullRequests(change, caller.scope, { choice: { ...params, ...query }, posted: body }),

    async pdf({ caller, params, query, request, reply }) {
      const report = await findReport(db, caller.scope, { ...params, ...query })
      const language = await documentLanguage(db, caller, request)
      const document = await reportDocument(context, caller.scope, { ...report, language })
      const bytes = await pdfOf(document, context)
      reply.header('content-language', language).header('vary', 'accept-language')
      reply.header('content-disposition', `attachment; filename="report-${report.scan.uuid}.pdf"`)
      return bytes
    },

    securityReport: ({ caller, params, query }) =>
      securityReport(context, caller.scope, { ...params, ...query }),
  })
}

async function* textOf(content: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const bytes of content) yield decoder.decode(bytes as Uint8Array, { stream: true })
  yield decoder.decode()
}
