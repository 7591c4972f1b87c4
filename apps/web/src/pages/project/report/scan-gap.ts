import type { Overview } from '@assay/contract/scans.ts'
import { coverage } from '../../../messages/coverage.ts'
import { report as messages } from '../../../messages/report.ts'
import { checkedText } from '../../../widgets/findings/checked.tsx'
import { unreadFiles } from './model.ts'

/** What the scan could not check, which makes an empty list of findings inconclusive; null if everything was checked. */
export function describeGap(
  scan: Pick<Overview['scan'], 'issues' | 'coverage'>,
): { title: string; hint: string } | null {
  const unread = unreadFiles(scan)
  if (unread > 0) return { title: messages.incomplete, hint: messages.incompleteHint(unread) }
  const { blocking } = scan.coverage
  return blocking === 0 ? null : { title: checkedText(scan.coverage), hint: coverage.blocked(blocking) }
}
