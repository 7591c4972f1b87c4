import type { Overview } from '@assay/contract/scans.ts'
import { report as messages } from '../../messages/report.ts'
import { unreadFiles } from './model.ts'

/** What the scan could not check, which makes an empty list of findings inconclusive; null if everything was checked. */
export function describeGap(scan: Pick<Overview['scan'], 'issues'>): { title: string; hint: string } | null {
  const unread = unreadFiles(scan)
  if (unread > 0) return { title: messages.incomplete, hint: messages.incompleteHint(unread) }
  return scan.issues.some(({ isUncovered }) => isUncovered) ? messages.uncovered : null
}
