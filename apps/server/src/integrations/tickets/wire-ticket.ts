import type { JiraIssue } from '@assay/contract/jira.ts'
import type { ListedTicket } from './store.ts'

export const wireTicket = (row: ListedTicket): JiraIssue => ({
  uuid: row.uuid,
  state: row.issue_key === null ? 'creating' : row.is_done ? 'done' : 'open',
  key: row.issue_key,
  url: row.issue_url,
  title: row.title,
  status: row.status,
  branch: row.branch,
  ecosystem: row.ecosystem,
  packageName: row.package_name,
  advisoryUuid: row.advisory_uuid,
  openCount: row.openCount,
  createdAt: row.created_at.getTime(),
})
