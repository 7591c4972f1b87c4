import { lazy, Suspense } from 'react'
import { loadPart } from '../../api/outage.ts'
import { texts } from '../../messages/app.ts'
import { usePermission } from '../use-permission.ts'
import { useFileDrop } from './use-file-drop.ts'
import { usePastedFiles } from './use-pasted-files.ts'

// Loaded on demand.
const ScanDialog = lazy(() =>
  loadPart(async () => ({ default: (await import('./scan-dialog.tsx')).ScanDialog })),
)

interface Props {
  /** Files to scan; null for none. */
  files: File[] | null
  onFiles: (files: File[] | null) => void
}

/** Scans files dropped or pasted anywhere on the page. */
export function ScanByFile(props: Props) {
  const hasPermission = usePermission()
  return hasPermission('reports.edit') && <Allowed {...props} />
}

function Allowed({ files, onFiles }: Props) {
  usePastedFiles(onFiles)
  const isDragging = useFileDrop(onFiles)
  return (
    <>
      {isDragging && (
        <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-page/80 p-4">
          <p
            role="status"
            className="m-0 rounded-card border-2 border-dashed border-accent bg-raised px-8 py-10 text-lg font-medium shadow-xl"
          >
            {texts.dashboard.dropHere}
          </p>
        </div>
      )}
      {files && (
        <Suspense>
          <ScanDialog files={files} onClose={() => onFiles(null)} />
        </Suspense>
      )}
    </>
  )
}
