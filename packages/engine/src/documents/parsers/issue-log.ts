import type { Issue } from '../../inventory.ts'
import { textWithoutCredentials } from '../../url-credentials.ts'
import { maxIssues } from './limits.ts'

/** The issues of one document, limited to maxIssues. */
export interface IssueLog {
  add(code: string, message: string, where: string | (() => string)): void
  /** Adds an issue about a whole referenced file, which is never dropped. */
  addUnread(issue: Issue): void
  /** All recorded issues; the last one counts those that were dropped. */
  all(): Issue[]
}

/** path: the document's, for the issue that counts dropped ones. */
export function issueLog(path: string): IssueLog {
  const issues: Issue[] = []
  const unread: Issue[] = []
  let omitted = 0
  return {
    addUnread(issue) {
      unread.push({ ...issue, message: textWithoutCredentials(issue.message), isUnread: true })
    },
    add(code, message, where) {
      if (issues.length >= maxIssues) omitted++
      else
        issues.push({
          code,
          message: textWithoutCredentials(message),
          where: typeof where === 'string' ? where : where(),
        })
    },
    all() {
      if (omitted === 0) return [...unread, ...issues]
      const message = `${omitted} more issues are not listed: only the first ${maxIssues} are.`
      return [...unread, ...issues, { code: 'issues-omitted', message, where: path }]
    },
  }
}
