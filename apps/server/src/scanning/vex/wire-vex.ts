import type { VexDocument, VexStatement } from '@assay/contract/vex.ts'
import type { VexProduct } from '@assay/engine/vex/vex-document.ts'
import type { StatementRow, VexRow } from './store.ts'

export const wireVex = (row: VexRow): VexDocument => ({
  uuid: row.uuid,
  format: row.format as VexDocument['format'],
  documentId: row.document_id,
  title: row.title,
  author: row.author,
  timestamp: row.issued_at.getTime(),
  statementCount: row.statement_count,
  unmatchedCount: row.unmatched_count,
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
  product: wireProduct(row.product as VexProduct),
  subcomponent: row.subcomponent === null ? null : wireProduct(row.subcomponent as VexProduct),
  timestamp: row.stated_at.getTime(),
  unmatched: row.unmatched,
})

const wireProduct = ({ id, versions }: VexProduct) => ({ id, versions })
