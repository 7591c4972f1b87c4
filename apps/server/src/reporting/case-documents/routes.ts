import { contract } from '@assay/contract/contract.ts'
import { documentLanguage } from '#accounts/members/document-language.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import { isUuid } from '#platform/http/is-uuid.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { writeSmallFile } from '#reporting/documents/files/document-file.ts'
import { readCase } from '#triage/cases/read-case.ts'
import { findCase } from '#triage/cases/store.ts'
import { caseDocument } from './case-document.ts'

export function caseDocumentsRoutes(context: AppContext): void {
  const { routes, db, config } = context
  registerRoutes(routes, contract.caseDocuments, {
    async file({ caller, params: { caseUuid, format }, request, reply }) {
      const { scope } = caller
      const row = (isUuid(caseUuid) && (await findCase(db, scope, caseUuid))) || throwNotFound('case')
      const language = await documentLanguage(db, caller, request)
      const known = await readCase(db, scope, { row, language })
      const document = caseDocument(known, { language, config })
      const file = (await writeSmallFile(document, { ...context, format })) ?? throwNotFound('document')
      reply.header('content-language', language).header('vary', 'accept-language')
      reply.header('content-disposition', `attachment; filename="case-${known.displayId}.${format}"`)
      reply.header('content-type', file.mediaType)
      return file.bytes
    },
  })
}
