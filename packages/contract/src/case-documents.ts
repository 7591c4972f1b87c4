import { binary, endpoints } from './endpoint.ts'

/** Documents have a group of their own, since they are written by a later part of the server. */
export const caseDocuments = endpoints({
  file: {
    method: 'GET',
    path: '/api/v1/cases/{caseUuid}/document.{format}',
    permission: 'reports.read',
    summary: 'A case as a document: pdf, html, md, csv, xlsx or json',
    errors: ['pdfTooLarge'],
    responses: { 200: binary('application/octet-stream') },
  },
})
