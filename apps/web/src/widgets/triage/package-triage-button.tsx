import { lazy, Suspense, useState } from 'react'
import { loadPart } from '../../api/outage.ts'
import { triage as messages } from '../../messages/triage.ts'
import { Button } from '../../ui/button.tsx'
import { usePermission } from '../use-permission.ts'
import type { PackageOfProject } from './package-panel.tsx'

const PackagePanel = lazy(() =>
  loadPart(async () => ({ default: (await import('./package-panel.tsx')).PackagePanel })),
)

interface Props {
  of: PackageOfProject
  projectName: string
}

/** Opens the findings of a package in a project, which are loaded only then. */
export function PackageTriageButton({ of, projectName }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const hasPermission = usePermission()
  if (!hasPermission('insights.read')) return null
  return (
    <span className="print:hidden">
      <Button
        aria-haspopup="dialog"
        aria-label={`${messages.open}: ${of.package}, ${projectName}`}
        onPress={() => setIsOpen(true)}
      >
        {messages.open}
      </Button>
      {isOpen && (
        <Suspense>
          <PackagePanel of={of} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
