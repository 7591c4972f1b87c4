import type { VexDocument, VexStatement } from '@assay/contract/vex.ts'
import type { StatementRow, VexRow } from './store.ts'

export const wireVex = (row: VexRow): VexDocument => ({
  uuid: row.uuid,
  format: row.format as VexDocument['format'],
  documentId: row.document_id,
  title: row.title,
  author: row.author,
  timestamp: row.issued_at.getTime(),
  statementCount: row.statement_count,
  projectUuid: row.project_uuid,
  teamUuids: row.team_uuids,
  createdBy: row.created_by,
  createdAt: row.created_at.getTime(),
})

export const wireStatement = (row: StatementRow): VexStatement => ({
  ids: row.ids,
  status: row.status as VexStatement['status'],
  justification: row.justification,
  detail: row.detail,
  product: row.product as VexStatement['product'],
  subcomponent: row.subcomponent as VexStatement['subcomponent'],
  timestamp: row.stated_at.getTime(),
})
