import type { FindingRef } from '@assay/contract/triage.ts'
import { lazy, Suspense, useState } from 'react'
import { loadPart } from '../../api/outage.ts'
import { triage as messages } from '../../messages/triage.ts'
import { Button } from '../../ui/button.tsx'
import { usePermission } from '../use-permission.ts'

const FindingPanel = lazy(() =>
  loadPart(async () => ({ default: (await import('./finding-panel.tsx')).FindingPanel })),
)

interface Props {
  finding: FindingRef
  /** The id that is shown of the advisory. */
  displayId: string
  /** Shown on the button, such as the state; by default what it does. */
  label?: string
}

/** Opens the panel of a finding, which is loaded only then. */
export function TriageButton({ finding, displayId, label = messages.open }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const hasPermission = usePermission()
  if (!hasPermission('insights.read')) return null
  return (
    <span className="print:hidden">
      <Button aria-haspopup="dialog" aria-label={`${label}: ${displayId}`} onPress={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <FindingPanel finding={finding} displayId={displayId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
